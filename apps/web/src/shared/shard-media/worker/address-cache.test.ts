import { expect, it, vi } from "vitest";
import type { ShardPart } from "../shard-clip.ts";
import type { LocateQuestion } from "../shard-messages.ts";
import { createAddressCache } from "./address-cache.ts";
import type { PageClient } from "./worker-scope.ts";

const NOW = 1_000_000;
const aPart = (expiresAtMs: number): ShardPart => ({
  url: "https://media.test/shard",
  offsetBytes: 1,
  sizeBytes: 2,
  contentType: "video/mp4",
  expiresAtMs,
});

const aPage = (id: string, part: ShardPart | undefined) => {
  const questions: LocateQuestion[] = [];
  const client: PageClient = {
    id,
    postMessage: (message, transfer) => {
      questions.push(message as LocateQuestion);
      const [port] = (transfer ?? []) as MessagePort[];
      port?.postMessage({ part });
    },
  };
  return { client, questions };
};

it("the media worker asks a page once, and again when the signed URL is about to expire", async () => {
  const now = vi.fn(() => NOW);
  const find = createAddressCache(now);
  const page = aPage("a", aPart(NOW + 60_000));
  expect(await find([page.client], "clip", false)).toMatchObject({ sizeBytes: 2 });
  await find([page.client], "clip", false);
  expect(page.questions).toHaveLength(1);
  now.mockReturnValue(NOW + 55_000);
  await find([page.client], "clip", false);
  expect(page.questions.map(({ isRenewal }) => isRenewal)).toEqual([false, true]);
});

it("the media worker gives no page what another one registered", async () => {
  const find = createAddressCache(() => NOW);
  const owner = aPage("a", aPart(NOW + 60_000));
  const stranger = aPage("b", undefined);
  await find([owner.client], "clip", false);
  expect(await find([stranger.client], "clip", false)).toBeUndefined();
  expect(stranger.questions).toHaveLength(1);
});

it("the media worker asks all pages where the browser does not say which one it was", async () => {
  const find = createAddressCache(() => NOW);
  const [first, second] = [aPage("a", undefined), aPage("b", aPart(NOW + 60_000))];
  expect(await find([first.client, second.client], "clip", false)).toMatchObject({ sizeBytes: 2 });
});
