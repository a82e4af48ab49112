import { describe, expect, it } from "vitest";
import { CLIP_COLUMNS, clips, openSet, writeSet } from "../../testing/mds-sets.ts";
import { checkShard, findLastGoodSample } from "./check-shard.ts";
import { readOffsets } from "./offsets.ts";
import { readSample } from "./read-sample.ts";
import { walkShard } from "./walk-shard.ts";

const SHARD = "set/shard.00000.mds";

const openChanged = async (change: (shard: Uint8Array) => Uint8Array) => {
  const files = await writeSet(clips(10, 100), { columns: CLIP_COLUMNS });
  const opened = await openSet(new Map([...files, [SHARD, change(new Uint8Array(files.get(SHARD) ?? []))]]));
  return { ...opened, shard: opened.index.shardAt(0) };
};

const setWord = (place: number, value: number) => (shard: Uint8Array) => {
  new DataView(shard.buffer).setUint32(place * 4, value, true);
  return shard;
};

describe("a shard", () => {
  it("that is whole has no faults", async () => {
    const { source, shard } = await openChanged((bytes) => bytes);
    expect(await checkShard(source, shard)).toMatchObject({ faults: [], lastGoodSample: 9 });
  });

  it("that is truncated says where, and the samples before it can be read", async () => {
    const { source, shard } = await openChanged((bytes) => bytes.slice(0, bytes.length - 150));
    const { faults, lastGoodSample } = await checkShard(source, shard);
    expect(faults.map(({ kind, sample }) => [kind, sample])).toEqual([
      ["size", null],
      ["offsets", 8],
    ]);
    expect(lastGoodSample).toBe(7);
    await expect(readSample(source, shard, 7)).resolves.toMatchObject({ index: 7 });
    await expect(readSample(source, shard, 8)).rejects.toMatchObject({ kind: "truncated" });
  });

  it("that is truncated within its offsets has no good sample", async () => {
    const { source, shard } = await openChanged((bytes) => bytes.slice(0, 20));
    expect(await findLastGoodSample(source, shard)).toBeNull();
    await expect(readOffsets(source, shard)).rejects.toMatchObject({ kind: "truncated" });
  });

  it("whose count or offsets are wrong is reported as such", async () => {
    const count = await openChanged(setWord(0, 11));
    expect((await checkShard(count.source, count.shard)).faults).toMatchObject([{ kind: "count" }]);
    const falling = await openChanged(setWord(4, 5));
    expect((await checkShard(falling.source, falling.shard)).faults).toMatchObject([{ kind: "offsets", sample: 2 }]);
    await expect(readOffsets(falling.source, falling.shard)).rejects.toMatchObject({ kind: "malformed" });
    const past = await openChanged(setWord(11, 0xffff_ffff));
    expect(await findLastGoodSample(past.source, past.shard)).toBe(8);
  });

  it("that is not there is missing", async () => {
    const { source, shard } = await openChanged((bytes) => bytes);
    const gone = { ...shard, data: { ...shard.data, object: "set/gone.mds" } };
    expect((await checkShard(source, gone)).faults).toMatchObject([{ kind: "missing" }]);
    await expect(readSample(source, gone, 0)).rejects.toMatchObject({ kind: "missing" });
  });

  it("is walked past a broken sample, which is told in its place", async () => {
    const whole = await openChanged((bytes) => bytes);
    const third = (await readOffsets(whole.source, whole.shard))[3] ?? 0;
    const { source, shard } = await openChanged(setWord(third / 4, 9999));
    const found: boolean[] = [];
    for await (const sample of walkShard(source, shard)) found.push("fault" in sample);
    expect(found.indexOf(true)).toBe(3);
    expect(found).toHaveLength(10);
  });
});
