import { expect, it } from "vitest";
import { pairsOf } from "./parse-pairs.ts";

it("the pairs are read from lines with two keys, each once", () => {
  expect(pairsOf("a,b\n\nc , d\na,b\n")).toEqual({ keys: ["a", "c"], otherKeys: ["b", "d"], badLine: undefined });
  expect(pairsOf('"a, the first",b')).toMatchObject({ keys: ["a, the first"], otherKeys: ["b"] });
});

it("the first line that does not name two clips is told", () => {
  expect(pairsOf("a,b\nc\nd,d")).toMatchObject({ keys: ["a"], badLine: 2 });
  expect(pairsOf("a,b,c").badLine).toBe(1);
  expect(pairsOf("a,a").badLine).toBe(1);
});
