import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ClipCache } from "./clip-cache.ts";

const MB = 1024 * 1024;
const urls = { made: [] as string[], dropped: [] as string[] };

beforeEach(() => {
  urls.made = [];
  urls.dropped = [];
  vi.stubGlobal(
    "URL",
    Object.assign(URL, {
      createObjectURL: () => {
        const url = `blob:${urls.made.length + 1}`;
        urls.made.push(url);
        return url;
      },
      revokeObjectURL: (url: string) => void urls.dropped.push(url),
    }),
  );
});
afterEach(() => vi.unstubAllGlobals());

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

const aCache = (sizeBytes = 1_000, maxBytes = 10 * MB) => {
  const asked: string[] = [];
  const cache = new ClipCache({
    maxBytes,
    fetchClip: async (url) => {
      asked.push(url);
      return new Response(new Uint8Array(sizeBytes), { headers: { "content-length": `${sizeBytes}` } });
    },
  });
  return { cache, asked };
};

it("the clip cache loads the wanted clips in the order of need, and evicts the rest", async () => {
  const { cache, asked } = aCache();
  cache.want(["/a", "/b", "/c"]);
  await settled();
  expect(asked).toEqual(["/a", "/b", "/c"]);
  expect(cache.sourceOf("/a")).toBe("blob:1");
  cache.want(["/b", "/c", "/d"]);
  await settled();
  expect(cache.sourceOf("/a")).toBeUndefined();
  expect(urls.dropped).toEqual(["blob:1"]);
  expect(asked).toEqual(["/a", "/b", "/c", "/d"]);
});

it("the clip cache leaves a clip to its player that is not whole when its turn comes", async () => {
  const { cache, asked } = aCache();
  expect(cache.sourceNow("/a")).toBe("/a");
  cache.want(["/a", "/b"]);
  await settled();
  expect(asked).toEqual(["/b"]);
  expect(cache.sourceNow("/b")).toBe("blob:1");
});

it("the clip cache holds no more than it may", async () => {
  const { cache } = aCache(4 * MB, 10 * MB);
  cache.want(["/a", "/b", "/c"]);
  await settled();
  expect(["/a", "/b", "/c"].map((url) => cache.sourceOf(url) !== undefined)).toEqual([true, true, false]);
});

it("the clip cache leaves to the player what the server refuses", async () => {
  const cache = new ClipCache({ maxBytes: MB, fetchClip: async () => new Response(null, { status: 404 }) });
  cache.want(["/a"]);
  await settled();
  expect(cache.sourceOf("/a")).toBeUndefined();
  expect(cache.sourceNow("/a")).toBe("/a");
});

it("the clip cache reports each loaded clip, and frees all of them in the end", async () => {
  const { cache } = aCache();
  const listener = vi.fn();
  cache.subscribe(listener);
  cache.want(["/a", "/b"]);
  await settled();
  expect(listener).toHaveBeenCalledTimes(2);
  cache.clear();
  expect(urls.dropped).toEqual(urls.made);
});
