import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setFailureReactions } from "./failure-reactions.ts";
import { guardFiles, startDownload } from "./file-guards.ts";

const ADDRESS = "/api_v1/admin/logger/export";
const reactions = { goToLogin: vi.fn(), askForSecondFactor: vi.fn(), showFailure: vi.fn() };
/** Links that the browser would follow. */
let followed: string[] = [];
let release = (): void => undefined;

const answer = (status: number, body: unknown = {}) => {
  const http = vi.fn(async (_address: string, _init: RequestInit) => new Response(JSON.stringify(body), { status }));
  vi.stubGlobal("fetch", http);
  return http;
};
const follow = (event: MouseEvent): void => {
  const link = (event.target as Element).closest("a");
  if (link && !event.defaultPrevented) followed.push(new URL(link.href).pathname);
  event.preventDefault();
};
const failing = (name: "img" | "video", address: string): void => {
  const element = document.createElement(name);
  element.src = address;
  document.body.append(element);
  element.dispatchEvent(new Event("error"));
};

beforeEach(() => {
  followed = [];
  reactions.goToLogin.mockReset();
  reactions.showFailure.mockReset();
  setFailureReactions(reactions);
  release = guardFiles();
  window.addEventListener("click", follow);
});
afterEach(() => {
  release();
  window.removeEventListener("click", follow);
  document.body.replaceChildren();
});

const shownText = (): unknown[] => reactions.showFailure.mock.calls.map(([error]) => (error as Error).message);

describe("a download", () => {
  it("is checked with the username and then left to the browser", async () => {
    localStorage.setItem("username", "ada");
    const http = answer(200);
    startDownload(ADDRESS);
    await vi.waitFor(() => expect(followed).toEqual([ADDRESS]));
    expect(new Headers(http.mock.calls[0]?.[1].headers).get("x-username")).toBe("ada");
    expect(http).toHaveBeenCalledTimes(1);
  });

  it("that is refused shows the server's message in a toast", async () => {
    answer(404, { code: "not_found", detail: "there is no such export" });
    const link = document.createElement("a");
    link.href = ADDRESS;
    document.body.append(link);
    link.click();
    await vi.waitFor(() => expect(shownText()).toEqual(["there is no such export"]));
    expect(followed).toEqual([]);
  });

  it("leads to the login when the session has ended", async () => {
    answer(401, { code: "unauthenticated", detail: "please log in" });
    startDownload(ADDRESS);
    await vi.waitFor(() => expect(reactions.goToLogin).toHaveBeenCalledTimes(1));
    expect([shownText(), followed]).toEqual([[], []]);
  });

  it("from elsewhere and other links are not touched", async () => {
    const http = answer(200);
    const link = document.createElement("a");
    link.href = "https://storage.test/file";
    document.body.append(link);
    link.click();
    expect([followed, http.mock.calls.length]).toEqual([["/file"], 0]);
  });
});

describe("media that fail", () => {
  it("show the server's message for a clip, and lead to the login for any of them", async () => {
    answer(404, { code: "not_found", detail: "this clip is gone" });
    failing("video", "/api_v1/asset/download?id=1");
    await vi.waitFor(() => expect(shownText()).toEqual(["this clip is gone"]));
    release();
    release = guardFiles();
    answer(401);
    failing("img", "/api_v1/dataset/1/poster/2");
    await vi.waitFor(() => expect(reactions.goToLogin).toHaveBeenCalledTimes(1));
  });

  it("say nothing about an image, whose tile says so itself, nor about files of other origins", async () => {
    const http = answer(404, { code: "not_found", detail: "no poster" });
    failing("video", "https://storage.test/clip.mp4");
    expect(http).not.toHaveBeenCalled();
    failing("img", "/api_v1/dataset/1/poster/2");
    await vi.waitFor(() => expect(http).toHaveBeenCalledTimes(1));
    expect(shownText()).toEqual([]);
  });
});
