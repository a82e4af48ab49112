import { FormatFault } from "@dailies/formats/format-fault";
import { describe, expect, it } from "vitest";
import type { ListedSample } from "../planning/item-list.ts";
import { readClips } from "./read-clips.ts";

const OBJECT_BYTES = 1_000_000;
const bytesOf = (begin: number, end: number): Uint8Array =>
  Uint8Array.from({ length: end - begin }, (_, at) => (begin + at) % 251);

/** An object of a million bytes that notes its reads. */
const aReader = () => {
  const reads: (readonly [number, number])[] = [];
  const read = async (object: string, begin: number, end: number): Promise<Uint8Array> => {
    reads.push([begin, end]);
    if (object !== "one") throw new FormatFault("missing", `there is no ${object}`);
    if (end > OBJECT_BYTES) throw new FormatFault("truncated", "the object ends sooner", OBJECT_BYTES);
    return bytesOf(begin, end);
  };
  const stream = () => Promise.reject(new Error("nothing here is large enough to be streamed"));
  return { reads, read, stream };
};

const aSample = (ordinal: number, offset: number, bytes: number, object: string | null = "one"): ListedSample => ({
  ordinal,
  key: `key-${ordinal}`,
  object,
  offset,
  bytes,
  durationS: null,
  values: [],
});

const readAll = async (reader: ReturnType<typeof aReader>, samples: readonly ListedSample[]) => {
  const found: (readonly [number, string | Uint8Array | null])[] = [];
  for await (const { sample, clip } of readClips(reader, samples, new AbortController().signal)) {
    if (clip === null || clip instanceof FormatFault) found.push([sample.ordinal, clip?.kind ?? null]);
    else for await (const piece of clip.open()) found.push([sample.ordinal, piece]);
  }
  return found;
};

describe("reading clips for a shard", () => {
  it("reads neighbours of one object with one request, and each clip has its own bytes", async () => {
    const reader = aReader();
    const found = await readAll(reader, [aSample(0, 100, 50), aSample(1, 150, 30), aSample(2, 400, 20)]);
    expect(reader.reads).toEqual([[100, 420]]);
    expect(found).toEqual([
      [0, bytesOf(100, 150)],
      [1, bytesOf(150, 180)],
      [2, bytesOf(400, 420)],
    ]);
  });

  it("reads clips apart that are far from each other, in another order or in another object", async () => {
    const reader = aReader();
    await readAll(reader, [
      aSample(0, 500_000, 10),
      aSample(1, 0, 10),
      aSample(2, 200_000, 10),
      aSample(3, 0, 10, "two"),
    ]);
    expect(reader.reads).toEqual([
      [500_000, 500_010],
      [0, 10],
      [200_000, 200_010],
      [0, 10],
    ]);
  });

  it("names only the clip at fault when a window cannot be read", async () => {
    const last = OBJECT_BYTES - 10;
    const found = await readAll(aReader(), [aSample(0, last, 10), aSample(1, OBJECT_BYTES, 10)]);
    expect(found).toEqual([
      [0, bytesOf(last, OBJECT_BYTES)],
      [1, "truncated"],
    ]);
  });

  it("yields samples without clips and with missing objects in their order", async () => {
    const found = await readAll(aReader(), [aSample(0, 0, 0, null), aSample(1, 0, 5, "gone"), aSample(2, 5, 5)]);
    expect(found).toEqual([
      [0, null],
      [1, "missing"],
      [2, bytesOf(5, 10)],
    ]);
  });
});
