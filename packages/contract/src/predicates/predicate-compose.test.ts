import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkPredicate } from "./predicate-check.ts";
import { allOf, droppedBy, fieldsOf, fromChips, isCondition, measurePredicate, toChips } from "./predicate-compose.ts";
import type { Predicate } from "./predicates.ts";

const big: Predicate = { field: "x", op: "gt", value: 5 };
const named: Predicate = { field: "name", op: "eq", value: "a" };
const either: Predicate = { or: [big, named] };

type Row = Readonly<Record<string, number | null>>;
/** Independent reference implementation: a missing value makes a comparison false. */
const holds = (predicate: Predicate, row: Row): boolean => {
  if (isCondition(predicate)) {
    const cell = row[predicate.field];
    return typeof cell === "number" && typeof predicate.value === "number" && cell > predicate.value;
  }
  if ("not" in predicate) return !holds(predicate.not, row);
  return "and" in predicate
    ? predicate.and.every((part) => holds(part, row))
    : predicate.or.some((part) => holds(part, row));
};

const { predicate: aPredicate } = fc.letrec<{ predicate: Predicate }>((tie) => ({
  predicate: fc.oneof(
    { maxDepth: 4 },
    fc.record({ field: fc.constantFrom("x", "y"), op: fc.constant("gt"), value: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ and: fc.array(tie("predicate"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie("predicate"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie("predicate") }),
  ),
}));
const aCell = fc.constantFrom(null, 0, 1, 2, 3, 4);

describe("putting predicates together", () => {
  it("splits every row between a step and what it drops", () => {
    const aRow = fc.record({ x: aCell, y: aCell });
    fc.assert(
      fc.property(aPredicate, aPredicate, aRow, (before, step, row) => {
        const kept = allOf(before, step);
        const isKept = kept !== undefined && holds(kept, row);
        const isDropped = holds(droppedBy(before, step), row);
        expect(Number(isKept) + Number(isDropped)).toBe(Number(holds(before, row)));
      }),
    );
  });

  it("keeps the meaning while it is taken apart into chips and put together", () => {
    fc.assert(
      fc.property(aPredicate, fc.record({ x: aCell, y: aCell }), (predicate, row) => {
        const back = fromChips(toChips(predicate));
        expect(back !== undefined && holds(back, row)).toBe(holds(predicate, row));
      }),
    );
  });

  it("shows as chips what must hold, and leaves the rest to the text", () => {
    expect(toChips({ and: [big, either, { and: [named] }] })).toEqual({ chips: [big, named], rest: either });
    expect(toChips(undefined)).toEqual({ chips: [], rest: undefined });
  });

  it("knows its columns and its size", () => {
    expect(fieldsOf({ and: [big, { not: either }] })).toEqual(["x", "name"]);
    expect(measurePredicate({ and: [big, { not: either }] })).toEqual({ nodes: 6, depth: 4 });
  });
});

describe("checking a predicate against columns", () => {
  const columns = [
    { name: "x", type: "integer", is_indexed: true },
    { name: "name", type: "text", is_indexed: true },
    { name: "at", type: "time", is_indexed: true },
    { name: "blob", type: "binary", is_indexed: false },
  ] as const;
  const kindsOf = (predicate: Predicate) => checkPredicate(predicate, columns).map(({ kind }) => kind);

  it("lets pass what they can answer", () => {
    expect(kindsOf({ and: [either, { field: "at", op: "lt", value: "2026-01-01T00:00:00Z" }] })).toEqual([]);
  });

  it.each<[Predicate, string]>([
    [{ field: "y", op: "eq", value: 1 }, "unknown_column"],
    [{ field: "__proto__", op: "eq", value: 1 }, "unknown_column"],
    [{ field: "blob", op: "not_null" }, "not_indexed"],
    [{ field: "x", op: "contains", value: "1" }, "operator"],
    [{ field: "x", op: "eq", value: "1" }, "value"],
    [{ field: "name", op: "eq", value: 1 }, "value"],
    [{ field: "x", op: "between", value: 1 }, "value"],
    [{ field: "x", op: "eq" }, "value"],
    [{ field: "x", op: "is_null", value: 1 }, "value"],
    [{ field: "at", op: "lt", value: "yesterday" }, "value"],
  ])("names what is wrong with %j", (predicate, kind) => {
    expect(kindsOf({ not: predicate })).toEqual([kind]);
  });
});
