import { expect, it } from "vitest";
import { diffValues, foldUnchanged } from "./diff-lines.ts";

const signs = { same: " ", added: "+", removed: "-" } as const;
const shown = (...values: Parameters<typeof diffValues>): string[] =>
  diffValues(...values).map(({ kind, text }) => `${signs[kind]}${text}`);

it("the settings diff compares lists item by item", () => {
  expect(shown(["a", "b", "c"], ["a", "c", "d"])).toEqual([' "a"', '-"b"', ' "c"', '+"d"']);
});

it("the settings diff compares keys whatever their order", () => {
  expect(shown({ fps: 24, seed: 1 }, { seed: 2, fps: 24 })).toEqual([" fps: 24", "-seed: 1", "+seed: 2"]);
});

it("the settings diff compares texts line by line and numbers as a whole", () => {
  expect(shown("one\ntwo\nthree", "one\n2\nthree")).toEqual([" one", "-two", "+2", " three"]);
  expect(shown(1, 2)).toEqual(["-1", "+2"]);
  expect(shown(true, true)).toEqual([" true"]);
});

it("the settings diff leaves the side without a value empty", () => {
  expect(shown(undefined, [])).toEqual([]);
  expect(shown(undefined, 5)).toEqual(["+5"]);
  expect(shown({}, { a: "b" })).toEqual(['+a: "b"']);
});

it("the settings diff stays quick for the longest text there is", () => {
  const before = "x\n".repeat(9_999);
  const spent = process.threadCpuUsage();
  expect(diffValues(`a\n${before}`, `b\n${before.replaceAll("x", "y")}`).length).toBeGreaterThan(19_000);
  expect(process.threadCpuUsage(spent).user).toBeLessThan(1_000_000);
});

it("the settings diff folds what is far from a change", () => {
  const lines = diffValues(
    Array.from({ length: 20 }, (_, index) => index),
    Array.from({ length: 20 }, (_, index) => (index === 10 ? 99 : index)),
  );
  const parts = foldUnchanged(lines);
  expect(parts[0]).toEqual({ kind: "folded", count: 7 });
  expect(parts.at(-1)).toEqual({ kind: "folded", count: 6 });
  expect(parts.length).toBe(10);
});
