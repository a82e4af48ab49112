import { describe, expect, it } from "vitest";
import { CLIP_COLUMNS, clips, openSet, someBytes, writeSet } from "../../testing/mds-sets.ts";
import { bytesAsked } from "../../testing/recording-source.ts";
import { findSample } from "../index/mds-index.ts";
import { decodeColumn } from "../values/decode-column.ts";
import { byteSpans } from "./byte-spans.ts";
import { readOffsets } from "./offsets.ts";
import { readSample } from "./read-sample.ts";

const MIB = 1_048_576;

const openClips = async (count: number, videoBytes: number, sizeLimitBytes = 20_000) =>
  openSet(await writeSet(clips(count, videoBytes), { columns: CLIP_COLUMNS, sizeLimitBytes }));

describe("one sample", () => {
  it("costs two reads cold and one warm, and no byte that is not shown but the two offsets", async () => {
    const { source, index } = await openClips(40, 1_000);
    const { shard, indexInShard } = findSample(index, 27);
    const cold = await readSample(source, index.shardAt(shard), indexInShard);
    expect(cold.columns.map((column) => decodeColumn(column))).toMatchObject([
      { kind: "text", text: "clip 27" },
      { kind: "float", value: 51 },
      { kind: "bytes", bytes: someBytes(1_000, 27) },
    ]);
    expect(source.requests.map(({ begin, end }) => end - begin)).toEqual([8, cold.end - cold.begin]);
    const offsets = await readOffsets(source, index.shardAt(shard));
    source.requests.length = 0;
    expect(await readSample(source, index.shardAt(shard), indexInShard, { offsets })).toEqual(cold);
    expect(source.requests).toHaveLength(1);
  });

  it("of many bytes reads the head alone and leaves its media to the player", async () => {
    const { source, index } = await openClips(2, 3 * MIB, 16 * MIB);
    const sample = await readSample(source, index.shardAt(0), 1);
    expect(source.requests).toHaveLength(2);
    expect(sample.columns.map(({ bytes }) => bytes?.length)).toEqual([6, 4, undefined]);
    expect(sample.columns[2]?.head.length).toBe(192);
    expect(bytesAsked(source.requests) + 3 * MIB).toBeLessThan(1.05 * (sample.end - sample.begin));
    expect(() => sample.columns[2] && decodeColumn(sample.columns[2])).toThrow("too large to read");
  });

  it("finds small columns behind a large one by one more read", async () => {
    const columns = { a_video: "bytes", caption: "str", id: "int" };
    const samples = [{ a_video: someBytes(2 * MIB), caption: "behind", id: 7n }];
    const { source, index } = await openSet(await writeSet(samples, { columns }));
    const sample = await readSample(source, index.shardAt(0), 0);
    expect(sample.columns.slice(1).map((column) => decodeColumn(column))).toEqual([
      { kind: "text", text: "behind" },
      { kind: "integer", value: 7n },
    ]);
    expect(source.requests).toHaveLength(3);
  });

  it("tells what each of its bytes is", async () => {
    const { source, index } = await openClips(3, 20);
    const sample = await readSample(source, index.shardAt(0), 1);
    const spans = byteSpans(index.shardAt(0), sample);
    expect(spans.map(({ label }) => label)).toEqual([
      "start of sample 1",
      "end of sample 1",
      "size of caption",
      "size of video",
      "caption",
      "fps",
      "video",
    ]);
    const inSample = spans.slice(2);
    expect(inSample.map(({ begin }) => begin)).toEqual([sample.begin, ...inSample.slice(0, -1).map(({ end }) => end)]);
    expect(inSample.at(-1)?.end).toBe(sample.end);
  });

  it("is refused where its sizes do not fit", async () => {
    const files = await writeSet(clips(2, 50), { columns: CLIP_COLUMNS });
    const shard = new Uint8Array(files.get("set/shard.00000.mds") ?? []);
    const { index } = await openSet(files);
    const { begin } = await readSample((await openSet(files)).source, index.shardAt(0), 0);
    new DataView(shard.buffer).setUint32(begin, 0xffff_ffff, true);
    const { source } = await openSet(new Map([...files, ["set/shard.00000.mds", shard]]));
    await expect(readSample(source, index.shardAt(0), 0)).rejects.toMatchObject({
      name: "FormatFault",
      kind: "malformed",
    });
    await expect(readSample(source, index.shardAt(0), 2)).rejects.toMatchObject({ kind: "missing" });
  });
});
