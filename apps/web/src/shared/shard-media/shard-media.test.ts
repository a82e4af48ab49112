import { afterEach, expect, it, vi } from "vitest";
import type { openShardMedia, ShardMedia } from "./open-shard-media.ts";
import type { ShardClip, ShardPart } from "./shard-clip.ts";
import { MEDIA_PREFIX } from "./shard-messages.ts";
import { readsOf, resetReads } from "./shard-meter.ts";
import { enterBrowser, FakeContainer } from "./testing/fake-container.ts";

const PART: ShardPart = {
  url: "https://media.test/shard?signature=1",
  offsetBytes: 10,
  sizeBytes: 20,
  contentType: "video/mp4",
  expiresAtMs: Date.now() + 600_000,
};

// The page's state about its worker lasts as long as the page, so reload the modules.
const freshPage = async (container: FakeContainer | undefined) => {
  vi.resetModules();
  enterBrowser(container);
  const { openShardMedia: open } = await import("./open-shard-media.ts");
  const meter = await import("./shard-meter.ts");
  return { open, readsOf: meter.readsOf };
};

const aClip = (overrides: Partial<ShardClip> = {}): ShardClip => ({
  key: "set/1",
  locate: async () => PART,
  fallbackUrl: "/api_v1/blob",
  ...overrides,
});

const nextWay = (open: typeof openShardMedia, clip: ShardClip): Promise<{ media: ShardMedia; all: ShardMedia[] }> =>
  new Promise((resolve) => {
    const all: ShardMedia[] = [];
    open(clip, (media) => {
      all.push(media);
      resolve({ media, all });
    });
  });

const idOf = ({ src }: ShardMedia): string => String(src).slice(MEDIA_PREFIX.length);

afterEach(() => {
  enterBrowser(undefined);
  resetReads("");
});

it("the shard media client goes by the API where no worker runs", async () => {
  const { open } = await freshPage(undefined);
  const { media } = await nextWay(open, aClip());
  expect(media).toEqual({ src: "/api_v1/blob", way: "api", reason: "no_worker" });
});

it("the shard media client goes by the API where the reader's settings forbid workers", async () => {
  const container = new FakeContainer();
  container.register.mockRejectedValue(new DOMException("denied", "SecurityError"));
  const { open } = await freshPage(container);
  expect((await nextWay(open, aClip())).media.reason).toBe("no_worker");
});

it("the shard media client gives a clip an address of this origin and tells the worker where it lies", async () => {
  const container = new FakeContainer();
  const { open, readsOf: reads } = await freshPage(container);
  const { media } = await nextWay(open, aClip());
  expect(media.way).toBe("storage");
  expect(media.src).toMatch(/^\/shard-media\/[0-9a-f-]{36}$/);
  const id = idOf(media);
  expect(await container.say({ kind: "shard-locate", id, isRenewal: false })).toEqual({ part: PART });
  container.dispatchEvent(
    Object.assign(new Event("message"), { data: { kind: "shard-read", id, requests: 1, bytes: 20, ms: 5 }, ports: [] }),
  );
  expect(reads("set/")).toEqual({ requests: 1, bytes: 20, ms: 5 });
  expect(readsOf("other/")).toEqual({ requests: 0, bytes: 0, ms: 0 });
});

it("the shard media client asks the API again only when the address was refused or has run out", async () => {
  const container = new FakeContainer();
  const { open } = await freshPage(container);
  const locate = vi.fn(async () => PART);
  const { media } = await nextWay(open, aClip({ locate, known: PART }));
  expect(locate).not.toHaveBeenCalled();
  await container.say({ kind: "shard-locate", id: idOf(media), isRenewal: false });
  expect(locate).not.toHaveBeenCalled();
  await container.say({ kind: "shard-locate", id: idOf(media), isRenewal: true });
  expect(locate).toHaveBeenCalledOnce();
});

it("the shard media client tells the worker nothing of what nobody holds", async () => {
  const container = new FakeContainer();
  const { open } = await freshPage(container);
  let way: ShardMedia | undefined;
  const opened = open(aClip(), (media) => {
    way = media;
  });
  await expect.poll(() => way?.way).toBe("storage");
  opened.release();
  const id = way ? idOf(way) : "";
  expect(await container.say({ kind: "shard-locate", id, isRenewal: false })).toEqual({ part: undefined });
});

it("the shard media client goes on by the API when the shard is compressed or storage refuses", async () => {
  const container = new FakeContainer();
  const { open } = await freshPage(container);
  const compressed = await nextWay(open, aClip({ key: "set/2", locate: async () => undefined }));
  expect(compressed.media).toEqual({ src: "/api_v1/blob", way: "api", reason: "no_ranges" });
  const { media, all } = await nextWay(open, aClip({ key: "set/3" }));
  container.dispatchEvent(
    Object.assign(new Event("message"), {
      data: { kind: "shard-fault", id: idOf(media), reason: "blocked" },
      ports: [],
    }),
  );
  expect(all.at(-1)).toEqual({ src: "/api_v1/blob", way: "api", reason: "blocked" });
});
