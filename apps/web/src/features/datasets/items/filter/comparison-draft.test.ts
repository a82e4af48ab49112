import { expect, it } from "vitest";
import { COLUMNS } from "../testing/an-item.ts";
import { boxesOf, draftOf, emptyDraft, readDraft } from "./comparison-draft.ts";

const draft = { field: "fps", op: "gte", first: "", second: "" } as const;
const comparisonOf = (overrides: Partial<Parameters<typeof readDraft>[0]>) => {
  const read = readDraft({ ...draft, ...overrides }, COLUMNS);
  return read.ok ? read.comparison : read.message;
};

it("the comparison draft reads what is typed by the type of the column", () => {
  expect(comparisonOf({ first: " 24 " })).toEqual({ field: "fps", op: "gte", value: 24 });
  expect(comparisonOf({ op: "between", first: "1", second: "2" })).toEqual({
    field: "fps",
    op: "between",
    value: [1, 2],
  });
  expect(comparisonOf({ field: "source", op: "in", first: "web, stock" })).toEqual({
    field: "source",
    op: "in",
    value: ["web", "stock"],
  });
  expect(comparisonOf({ field: "is_safe", op: "eq", first: "true" })).toEqual({
    field: "is_safe",
    op: "eq",
    value: true,
  });
  expect(comparisonOf({ op: "is_null", first: "left over" })).toEqual({ field: "fps", op: "is_null" });
});

it("the comparison draft says what is wrong and takes an empty box for no zero", () => {
  expect(comparisonOf({ first: "" })).toBe("fps is compared with a number");
  expect(comparisonOf({ first: "many" })).toBe("fps is compared with a number");
  expect(comparisonOf({ field: "embedding", op: "not_null" })).toContain("not in the index");
});

it("the comparison draft gives a comparison back as it would be typed", () => {
  expect(draftOf({ field: "fps", op: "between", value: [1, 2] })).toMatchObject({ first: "1", second: "2" });
  expect(draftOf({ field: "source", op: "in", value: ["a", "b"] })).toMatchObject({ first: "a, b" });
  expect(COLUMNS.slice(0, 3).map((column) => emptyDraft(column).op)).toEqual(["contains", "contains", "gte"]);
  expect((["eq", "between", "not_null"] as const).map(boxesOf)).toEqual([1, 2, 0]);
});
