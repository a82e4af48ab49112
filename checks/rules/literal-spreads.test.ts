import { describe, expect, it } from "vitest";
import { findLiteralSpreads } from "./literal-spreads.ts";

const linesOf = (text: string): string[] =>
  findLiteralSpreads("a.tsx", text).map((fault) => fault.split(" ", 1)[0] ?? "");

describe("the check for spread literals", () => {
  it.each([
    ["an object in an object", "const a = {\n  b: 1,\n  ...{ c: 2 },\n};", "a.tsx:3"],
    ["an object in parentheses", "const a = { ...({ c: 2 }) };", "a.tsx:1"],
    ["an array in an array", "const a = [1, ...[2, 3]];", "a.tsx:1"],
    ["an array in the arguments of a call", "f(1, ...[2, 3]);", "a.tsx:1"],
    ["an object in an element", "const a = <A {...{ b: 1 }} />;", "a.tsx:1"],
  ])("refuses the spread of %s", (_what, text, line) => {
    expect(linesOf(text)).toEqual([line]);
  });

  it("allows a value and a condition", () => {
    expect(linesOf("const a = { ...b, ...(c && { d: 1 }), ...(e ? [1] : []) };")).toEqual([]);
  });
});
