import { writeMds } from "@dailies/formats/mds/write-mds";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it } from "vitest";
import { enterBrowser, FakeContainer } from "../../../shared/shard-media/testing/fake-container.ts";
import { fakeApi } from "../../../testing/fake-api.ts";
import { aHeader, HANDLE } from "../testing/fake-viewer.ts";
import { readHere } from "./read-here.ts";

const SAMPLES = 5;
const VIDEO_BYTES = 100_000;
let shard: Uint8Array = new Uint8Array();
let ranges: string[] = [];

const aVideo = (): Uint8Array => {
  const bytes = new Uint8Array(VIDEO_BYTES);
  bytes.set(new TextEncoder().encode("\0\0\0\u0020ftypisom"));
  return bytes;
};

const writeShard = async (): Promise<Uint8Array> => {
  const samples = Array.from({ length: SAMPLES }, (_, index) => ({ caption: `fox ${index}`, video: aVideo() }));
  for await (const file of writeMds(samples, { columns: { caption: "str", video: "bytes" } }))
    if (file.name.endsWith(".mds")) return file.bytes;
  return new Uint8Array();
};

/** Mocks the service worker: serves ranges of the virtual URL from the shard. */
const answerMedia = (init: RequestInit | undefined): Response => {
  const range = new Headers(init?.headers).get("range") ?? "";
  ranges.push(range);
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  const bytes = shard.slice(Number(first), Number(last) + 1);
  return bytes.length === Number(last) - Number(first) + 1
    ? new Response(bytes, { status: 206 })
    : new Response(null, { status: 502 });
};

beforeEach(async () => {
  shard = await writeShard();
  ranges = [];
  enterBrowser(new FakeContainer());
  const bytes = shard.length;
  fakeApi({
    "viewer.mapShards": () => ({
      reply: { total: 1, first_sample: [0], samples: [SAMPLES], stored_bytes: [bytes], states: [0] },
    }),
    "viewer.getShard": () => ({
      reply: {
        shard: 0,
        name: "shard.00000.mds",
        first_sample: 0,
        samples: SAMPLES,
        raw_bytes: bytes,
        stored_bytes: bytes,
        compression: null,
        hashes: {},
        state: "unknown",
        columns: [
          { name: "caption", encoding: "str", size: null },
          { name: "video", encoding: "bytes", size: null },
        ],
      },
    }),
    "viewer.addressShard": () => ({
      reply: { url: "https://media.test/shard", bytes, has_ranges: true, expires_at: "2036-01-01T00:00:00Z" },
    }),
  });
  const api = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    String(input).startsWith("/shard-media/") ? Promise.resolve(answerMedia(init)) : api(input, init);
});
afterEach(() => enterBrowser(undefined));

const read = (client: QueryClient, handle: string, index: number) =>
  readHere(client, aHeader({ handle }), index, new AbortController().signal);

it("the in-browser reader reads a sample in the page: the table once, then one range each, and never the film", async () => {
  const client = new QueryClient();
  const sample = await read(client, HANDLE, 2);
  expect(sample).toMatchObject({ index: 2, shard: 0, index_in_shard: 2, io: { requests: 0, bytes: 0 } });
  expect(sample?.columns.map(({ value }) => value)).toEqual([
    { kind: "text", text: "fox 2", is_cut: false },
    { kind: "media", content_type: "video/mp4" },
  ]);
  expect(ranges[0]).toBe(`bytes=0-${4 * (SAMPLES + 2) - 1}`);
  expect(ranges).toHaveLength(2);
  await read(client, HANDLE, 3);
  expect(ranges).toHaveLength(3);
  const readBytes = ranges.map((range) => range.split("=")[1]?.split("-").map(Number) ?? []);
  expect(readBytes.every(([first = 0, last = 0]) => last - first < 4_096)).toBe(true);
});

it("the in-browser reader leaves a shard that is shorter than its index says to the API", async () => {
  shard = shard.slice(0, shard.length - 150_000);
  const client = new QueryClient();
  const handle = "0198c0de-0000-7000-8000-0000000000a9";
  expect((await read(client, handle, 0))?.columns[0]?.value).toMatchObject({ text: "fox 0" });
  await expect(read(client, handle, 4)).rejects.toThrow();
});

it("the in-browser reader leaves other formats to the API", async () => {
  const header = aHeader({ format: "WebDataset" });
  expect(await readHere(new QueryClient(), header, 0, new AbortController().signal)).toBeUndefined();
});
