import { describe, expect, it } from "vitest";
import { HeadSize } from "./head-size.ts";

const shardOf = (sampleBytes: number, ...encodings: string[]) => {
  const file = {
    object: "s",
    storedBytes: 0,
    storedHashes: {},
    rawObject: "s",
    rawBytes: sampleBytes * 10,
    rawHashes: {},
  };
  const columns = encodings.map((encoding, at) => ({ name: `c${at}`, encoding, sizeBytes: null }));
  const schema = {
    format: "mds" as const,
    columns,
    compression: null,
    codec: null,
    hashes: [],
    sizeLimitBytes: null,
    separator: ",",
    newline: "\n",
  };
  return { data: file, samples: 10, schema };
};
const column = (encoding: string, begin: number, end: number) => ({
  name: "c",
  encoding,
  begin,
  end,
  form: "mds" as const,
  bytes: undefined,
  head: new Uint8Array(0),
});

describe("how much of a sample is read at first", () => {
  it("is little beside a clip, and never more than a few pages", () => {
    const head = new HeadSize();
    expect(head.optionsFor(shardOf(100_000, "str", "bytes"))).toMatchObject({ headBytes: 2_000, maxWholeBytes: 2_000 });
    expect(head.optionsFor(shardOf(5_000, "str", "bytes")).headBytes).toBe(1_024);
    expect(head.optionsFor(shardOf(50_000_000, "str", "bytes")).headBytes).toBe(16_384);
  });

  it("is all of it where something is drawn from its bytes", () => {
    const { maxWholeBytes } = new HeadSize().optionsFor(shardOf(100_000, "ndarray:float16", "bytes"));
    expect(maxWholeBytes).toBe(1_048_576);
  });

  it("grows to where the clip begins, once that is seen, and not with the clip", () => {
    const head = new HeadSize();
    const shard = shardOf(100_000, "str", "bytes");
    head.learn({ begin: 1_000, columns: [column("str", 1_008, 6_000), column("bytes", 6_000, 90_000)] });
    expect(head.optionsFor(shard).headBytes).toBe(Math.ceil((5_000 + 192) * 1.25));
    head.learn({ begin: 0, columns: [column("bytes", 8, 50_000), column("str", 50_000, 50_010)] });
    expect(head.optionsFor(shard).headBytes).toBe(Math.ceil((5_000 + 192) * 1.25));
  });
});
