import { expect, it } from "vitest";
import { readTarget } from "./read-target.ts";

it.each([
  ["12345", { kind: "index", index: 12_345 }],
  [" 1,204,000 ", { kind: "index", index: 1_204_000 }],
  ["3:17", { kind: "place", shard: 3, index: 17 }],
  ["3 : 17", { kind: "place", shard: 3, index: 17 }],
  ["clip-0042", { kind: "key", key: "clip-0042" }],
  ["a:b", { kind: "key", key: "a:b" }],
  ["99999999999999999999", { kind: "key", key: "99999999999999999999" }],
  ["0", { kind: "index", index: 0 }],
  ["000012345", { kind: "key", key: "000012345" }],
  ["", undefined],
  ["   ", undefined],
])("readTarget parses the text %j", (typed, target) => expect(readTarget(typed)).toEqual(target));
