import { expect, it, vi } from "vitest";
import { isNewerBuild, ownBuildId } from "./build-watch.ts";

const announce = (response: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn(response));

it("the build watch knows a newer build by another id", async () => {
  announce(async () => new Response('{"id":"b2"}'));
  expect(await isNewerBuild("b1")).toBe(true);
  expect(await isNewerBuild("b2")).toBe(false);
});

it("the build watch reports no newer build when the request fails", async () => {
  announce(async () => new Response("gone", { status: 404 }));
  expect(await isNewerBuild("b1")).toBe(false);
  announce(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(await isNewerBuild("b1")).toBe(false);
});

it("the build watch reads its own id from the page", () => {
  expect(ownBuildId()).toBeUndefined();
  const meta = document.createElement("meta");
  meta.name = "build-id";
  meta.content = "b1";
  document.head.append(meta);
  expect(ownBuildId()).toBe("b1");
  meta.remove();
});
