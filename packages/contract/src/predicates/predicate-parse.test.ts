import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizePredicate } from "./predicate-compose.ts";
import { parsePredicate } from "./predicate-parse.ts";
import { printPredicate } from "./predicate-print.ts";
import { type Comparison, MAX_PREDICATE_DEPTH, MAX_PREDICATE_NODES, type Predicate } from "./predicates.ts";

const wellFormed = fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => text.isWellFormed());
const aField = fc.oneof(
  fc.constantFrom("caption", "motion.global_mean", "and", "NOT", "true", "my col", 'say "so"', "时长", "1st", "a-b"),
  wellFormed.filter((name) => name !== ""),
);
const aNumber = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map((value) => value + 0);
const aSingle = fc.oneof(wellFormed, fc.constantFrom("it's", "''", "a'b", "\n"), aNumber, fc.boolean());
const aComparison: fc.Arbitrary<Comparison> = fc.oneof(
  fc.record({ field: aField, op: fc.constantFrom("eq", "ne", "lt", "lte", "gt", "gte"), value: aSingle }),
  fc.record({ field: aField, op: fc.constant("between"), value: fc.tuple(aSingle, aSingle) }),
  fc.record({
    field: aField,
    op: fc.constantFrom("in", "not_in"),
    value: fc.array(aSingle, { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ field: aField, op: fc.constant("contains"), value: wellFormed }),
  fc.record({ field: aField, op: fc.constantFrom("is_null", "not_null") }),
);
const { predicate: aPredicate } = fc.letrec<{ predicate: Predicate }>((tie) => ({
  predicate: fc.oneof(
    { depthSize: "small", maxDepth: 5 },
    aComparison,
    fc.record({ and: fc.array(tie("predicate"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie("predicate"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie("predicate") }),
  ),
}));

const read = (text: string): Predicate | undefined => {
  const parsed = parsePredicate(text);
  if (!parsed.ok) throw new Error(`${parsed.fault.message} at ${parsed.fault.at}`);
  return parsed.predicate;
};
const faultOf = (text: string) => {
  const parsed = parsePredicate(text);
  return parsed.ok ? undefined : parsed.fault;
};

describe("reading a predicate", () => {
  it("comes back from its own text, and the text stays as it is", () => {
    fc.assert(
      fc.property(aPredicate, (predicate) => {
        const text = printPredicate(predicate);
        const back = read(text);
        expect(back).toEqual(normalizePredicate(predicate));
        expect(printPredicate(back)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it("never throws, and points into the text", () => {
    const pieces = fc.constantFrom(
      "a",
      "(",
      ")",
      "AND",
      "NOT",
      "IN",
      "'x",
      "'",
      '"',
      "1",
      "-",
      "=",
      "<",
      ",",
      "IS",
      "∂",
      "\\",
      " ",
    );
    const aText = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(pieces).map((parts) => parts.join(" ")),
    );
    fc.assert(
      fc.property(aText, (text) => {
        const parsed = parsePredicate(text);
        if (parsed.ok) {
          expect(read(printPredicate(parsed.predicate))).toEqual(parsed.predicate);
          return;
        }
        expect(parsed.fault.at).toBeGreaterThanOrEqual(0);
        expect(parsed.fault.at).toBeLessThanOrEqual(text.length);
        expect(parsed.fault.end).toBeGreaterThanOrEqual(parsed.fault.at);
      }),
      { numRuns: 5_000 },
    );
  });

  it("binds NOT before AND before OR, in any case of the words", () => {
    expect(read("a = 1 or not b = 2 and c is not null")).toEqual({
      or: [
        { field: "a", op: "eq", value: 1 },
        { and: [{ not: { field: "b", op: "eq", value: 2 } }, { field: "c", op: "not_null" }] },
      ],
    });
  });

  it("takes the AND of BETWEEN for its own", () => {
    expect(read("fps BETWEEN 23.9 AND 30 AND source IN ('a', 'it''s')")).toEqual({
      and: [
        { field: "fps", op: "between", value: [23.9, 30] },
        { field: "source", op: "in", value: ["a", "it's"] },
      ],
    });
  });

  it("reads NOT behind the column", () => {
    expect(read("a NOT IN (1) AND b NOT CONTAINS 'x'")).toEqual({
      and: [{ field: "a", op: "not_in", value: [1] }, { not: { field: "b", op: "contains", value: "x" } }],
    });
  });

  it("lets the empty text mean everything", () => {
    expect(parsePredicate(" \n ")).toEqual({ ok: true, predicate: undefined });
  });

  it.each([
    ["a = ", 4, "expected"],
    ["a = 1 b = 2", 6, "expected"],
    ["a = 'x", 4, "string"],
    ["a ; drop table x", 2, "character"],
    ["a = null", 4, "null_value"],
    ["a IN ()", 6, "expected"],
    ["(a = 1", 6, "expected"],
    ["a = 1abc", 4, "expected"],
    ["select", 6, "expected"],
    ["a = 1 -- more", 6, "character"],
  ])("refuses %s where it goes wrong", (text, at, kind) => {
    expect(faultOf(text)).toMatchObject({ at, kind });
  });

  it("refuses what is too deep or too long to be meant", () => {
    const deep = MAX_PREDICATE_DEPTH + 1;
    expect(faultOf(`${"(".repeat(deep)}a = 1${")".repeat(deep)}`)?.kind).toBe("too_deep");
    expect(faultOf(`${"NOT ".repeat(100_000)}a = 1`)?.kind).toBe("too_deep");
    expect(faultOf(Array.from({ length: MAX_PREDICATE_NODES + 1 }, () => "a = 1").join(" AND "))?.kind).toBe(
      "too_many",
    );
    expect(faultOf(`a = '${"x".repeat(1_001)}'`)?.kind).toBe("too_long");
  });
});
