import { describe, expect, it } from "vitest";
import { FormatFault } from "../../format-fault.ts";
import { type OrderedShards, OrderFileParser } from "./order-file.ts";

/** Four shards of ten samples each. */
const shards: OrderedShards = {
  shards: 4,
  samples: 40,
  firstSample: (shard) => shard * 10,
  samplesIn: () => 10,
  shardNamed: (name) => ["a.mds", "b.mds", "c.mds", "d.mds"].indexOf(name),
};
const parse = (text: string, chunkBytes = 7) => {
  const parser = new OrderFileParser(shards);
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) parser.push(bytes.subarray(at, at + chunkBytes));
  return parser.end();
};
const all = (text: string): number[] => {
  const order = parse(text);
  return [...order.window(0, order.total)];
};
const refusal = (text: string): string => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof FormatFault) return error.message;
    throw error;
  }
  return "";
};

describe("an order file", () => {
  it("lists samples by their index in the dataset, by shard and index, and by the name of the shard", () => {
    expect(all("39\n0\n# epoch 2\n\n2:5\nb.mds:3\r\n")).toEqual([39, 0, 25, 13]);
  });

  it("lists whole shards by their names", () => {
    expect(all("c.mds\n7")).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 7]);
  });

  it("may be JSON lines", () => {
    expect(all('{"index":31}\n{"shard":1,"index":2}\n{"shard":"d.mds","index":9}\n4\n"0:1"\n')).toEqual([
      31, 12, 39, 4, 1,
    ]);
    expect(parse('{"shard":3}\n').total).toBe(10);
  });

  it("returns any window, also across the pieces of the order", () => {
    const order = parse("d.mds\n5\n6\na.mds\n");
    expect(order.total).toBe(22);
    expect([...order.window(8, 6)]).toEqual([38, 39, 5, 6, 0, 1]);
    expect([...order.window(21, 10)]).toEqual([9]);
    expect([...order.window(22, 10)]).toEqual([]);
  });

  it("counts how many different samples are read", () => {
    expect(parse("a.mds\n0\n1\n11\n").distinctSamples).toBe(11);
  });

  it("keeps samples that follow each other as one piece", () => {
    const lines = Array.from({ length: 40 }, (_, index) => index).join("\n");
    expect(parse(lines).sizeBytes).toBe(parse("0").sizeBytes);
  });

  it.each([
    ["5\n40\n", "line 2: there is no sample 40, the set has 40"],
    ["4:0\n", "line 1: there is no shard 4, the set has 4"],
    ["\n1:10\n", "line 2: shard 1 has 10 samples, there is no sample 10 in it"],
    ["e.mds\n", "line 1: there is no shard named e.mds"],
    ['{"epoch":1}\n', 'line 1: an entry has "index", "shard", or both'],
    ['{"index":-1}\n', 'line 1: "index" is a whole number from 0'],
    ["{oops\n", "line 1: this is not JSON"],
    ["", "the file lists no samples"],
    [`${"9".repeat(5_000)}\n`, "line 1: a line is longer than 4,096 bytes"],
    ["9".repeat(5_000), "line 1: a line is longer than 4,096 bytes"],
  ])("is refused when it contains %j", (text, message) => {
    expect(refusal(text)).toBe(message);
  });

  it("is refused when it has more entries than fit into memory", () => {
    const parser = new OrderFileParser(shards, { maxEntries: 3 });
    const push = () => parser.push(new TextEncoder().encode("0\n2\n4\n6\n"));
    expect(push).toThrow(
      "the file has more than 3 entries that do not follow each other: list shards instead of samples",
    );
  });
});
