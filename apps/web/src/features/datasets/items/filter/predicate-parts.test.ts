import type { Predicate } from "@dailies/contract";
import { parsePredicate } from "@dailies/contract/predicates/predicate-parse";
import { printPredicate } from "@dailies/contract/predicates/predicate-print";
import { expect, it } from "vitest";
import {
  containsOf,
  nullsOf,
  partsOf,
  rangeOf,
  valuesOf,
  withContains,
  withNulls,
  without,
  withRange,
  withValues,
} from "./predicate-parts.ts";

const read = (text: string): Predicate | undefined => {
  const parsed = parsePredicate(text);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return parsed.predicate;
};

it("the predicate editor takes what must hold apart, and leaves the rest whole", () => {
  expect(partsOf(read("")).length).toBe(0);
  expect(partsOf(read("a = 1 OR b = 2")).map(printPredicate)).toEqual(["a = 1 OR b = 2"]);
  expect(partsOf(read("a = 1 AND (b = 2 OR c = 3)")).map(printPredicate)).toEqual(["a = 1", "b = 2 OR c = 3"]);
});

it("the predicate editor reads and writes a range, in the place where it stood", () => {
  const where = read("a = 1 AND fps >= 24 AND b = 2 AND fps < 60");
  expect(rangeOf(where, "fps")).toEqual({ from: 24, to: 60, includesTo: false });
  expect(printPredicate(withRange(where, "fps", { from: 30, to: 50 }))).toBe(
    "a = 1 AND fps >= 30 AND fps < 50 AND b = 2",
  );
  expect(printPredicate(withRange(where, "fps", { to: 50, includesTo: true }))).toBe("a = 1 AND fps <= 50 AND b = 2");
  expect(printPredicate(withRange(where, "fps", undefined))).toBe("a = 1 AND b = 2");
  expect(rangeOf(read("fps BETWEEN 1 AND 2"), "fps")).toEqual({ from: 1, to: 2, includesTo: true });
  expect(rangeOf(where, "score")).toBeUndefined();
});

it("the predicate editor reads and writes chosen values, words and missing ones", () => {
  expect(valuesOf(read("codec IN ('a', 'b') AND x = 1"), "codec")).toEqual(["a", "b"]);
  expect(printPredicate(withValues(read("x = 1"), "codec", ["a"]))).toBe("x = 1 AND codec = 'a'");
  expect(printPredicate(withValues(read("codec = 'a'"), "codec", ["a", "b"]))).toBe("codec IN ('a', 'b')");
  expect(printPredicate(withValues(read("codec = 'a'"), "codec", []))).toBe("");
  expect(containsOf(read("caption CONTAINS 'dog'"), "caption")).toBe("dog");
  expect(printPredicate(withContains(read("caption CONTAINS 'dog'"), "caption", "it's"))).toBe(
    "caption CONTAINS 'it''s'",
  );
  expect(nullsOf(read("score IS NULL"), "score")).toBe("is_null");
  expect(printPredicate(withNulls(read("score IS NULL"), "score", "not_null"))).toBe("score IS NOT NULL");
});

it("the predicate editor does not touch what lies inside OR and NOT", () => {
  const where = read("(fps < 24 OR fps > 50) AND NOT codec = 'a'");
  expect(rangeOf(where, "fps")).toBeUndefined();
  expect(printPredicate(withRange(where, "fps", { from: 10 }))).toBe(
    "(fps < 24 OR fps > 50) AND NOT codec = 'a' AND fps >= 10",
  );
});

it("the predicate editor takes one part away", () => {
  const where = read("a = 1 AND (b = 2 OR c = 3)");
  expect(printPredicate(without(where, read("b = 2 OR c = 3") as Predicate))).toBe("a = 1");
});
