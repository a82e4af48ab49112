import { describe, expect, it } from "vitest";
import { isPattern, literalPrefix, matchKeys } from "./match-keys.ts";

const LISTED = ["a/x-000000.tar", "a/x-000001.tar", "a/x-000001.idx", "a/b/x-000002.tar", "a/y-1.tar"];

describe("a pattern of shards", () => {
  it.each([
    ["a/*.tar", ["a/x-000000.tar", "a/x-000001.tar", "a/y-1.tar"]],
    ["a/x-*.tar", ["a/x-000000.tar", "a/x-000001.tar"]],
    ["a/x-00000?.tar", ["a/x-000000.tar", "a/x-000001.tar"]],
    ["a/*/*.tar", ["a/b/x-000002.tar"]],
    ["a/{x,y}-*1.tar", ["a/x-000001.tar", "a/y-1.tar"]],
    ["a/*.zip", []],
  ])("%s finds the matching keys", (pattern, expected) => expect(matchKeys(pattern, LISTED)).toEqual(expected));

  it("with braces names shards in its own order, whether they are there or not", () => {
    expect(matchKeys("a/x-{000001..000003}.tar", LISTED)).toEqual([
      "a/x-000001.tar",
      "a/x-000002.tar",
      "a/x-000003.tar",
    ]);
  });

  it("is told from an address, with what all its matches begin with", () => {
    expect([isPattern("a/b.tar"), isPattern("a/{0..1}.tar"), isPattern("a/?.tar")]).toEqual([false, true, true]);
    expect(literalPrefix("a/x-{000001..000003}.tar")).toBe("a/x-");
  });

  it("of many stars is quick", () => {
    const before = process.threadCpuUsage();
    expect(matchKeys(`${"*a".repeat(200)}*b`, [`${"a".repeat(1_000)}c`])).toEqual([]);
    expect(process.threadCpuUsage(before).user).toBeLessThan(500_000);
  });

  it("refuses to name a million", () => {
    expect(() => matchKeys("{0..999}-{0..999}.tar", [])).toThrow(/more than/);
  });
});
