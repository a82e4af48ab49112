import { describe, expect, it } from "vitest";
import { readText } from "../repository.ts";
import {
  type DocumentedLimit,
  LIMITS_PAGE,
  limitFaults,
  quantityOf,
  readLimits,
  valueIn,
} from "./documented-limits.ts";

const limits = readLimits(readText(LIMITS_PAGE));

describe("the page of limits", () => {
  it("says what the code decides", () => {
    expect(limitFaults(limits)).toEqual([]);
  });

  it("has a number in every row that names a constant", () => {
    expect(limits.length).toBeGreaterThan(80);
    const rows = readText(LIMITS_PAGE)
      .split("\n")
      .filter((row) => /` in \[[^\]]+\]\([^)]+\) [|]$/.test(row));
    expect(limits).toHaveLength(rows.length);
  });
});

const SOURCE = `
const MIB = 1024 ** 2;
export const MAX_BYTES = 32 * MIB;
const HOUR_MS: number = 3_600_000;
const IDLE_MS = 8 * HOUR_MS;
const MAX_AGE_S = 7 * 24 * 3_600;
const queue = new BoundedQueue({ running: 2, waiting: 64 });
const SETTINGS = {
  other: defineSetting({ defaultValue: 1 }),
  quota: defineSetting({ spec: { min: 1 }, defaultValue: 2 * MIB }),
};
const environment = z.object({ POOL: z.coerce.number().int().min(2).default(10) });
const MAX_BYTES_OF_ALL = 7;
`;

it.each([
  ["MAX_BYTES", 33_554_432],
  ["IDLE_MS", 28_800_000],
  ["MAX_AGE_S", 604_800],
  ["queue.waiting", 64],
  ["SETTINGS.quota.defaultValue", 2_097_152],
  ["POOL", 10],
  ["MAX_BYTES_OF_ALL", 7],
  ["MAX_BYTES_OF_ONE", undefined],
])("the value of %s is read from the source", (name, value) => {
  expect(valueIn(SOURCE, name)).toBe(value);
});

it.each([
  ["10,000", 10_000],
  ["32 MiB", 33_554_432],
  ["900,000 bytes", 900_000],
  ["8 hours", 28_800_000],
  ["1 minute", 60_000],
  ["a few", undefined],
  ["3 weeks", undefined],
])("the limit %s is a number", (limit, value) => {
  expect(quantityOf(limit)).toBe(value);
});

describe("the comparison of the page with the code", () => {
  const row = (limit: string, name: string): DocumentedLimit => ({ line: 3, limit, name, file: "a.ts" });
  const faultOf = (limit: string, name: string) => limitFaults([row(limit, name)], () => SOURCE);

  it("finds a row in a table and resolves its link", () => {
    const page =
      "| What | Limit | Decided by |\n|---|---|---|\n| A thing | 7 days | `MAX_AGE_S` in [a.ts](../src/a.ts) |\n";
    expect(readLimits(page)).toEqual([{ line: 3, limit: "7 days", name: "MAX_AGE_S", file: "src/a.ts" }]);
  });

  it("accepts the same quantity in another unit", () => {
    expect([faultOf("7 days", "MAX_AGE_S"), faultOf("168 hours", "MAX_AGE_S"), faultOf("32 MiB", "MAX_BYTES")]).toEqual(
      [[], [], []],
    );
  });

  it("notices a number that differs, a constant that is gone and words without a number", () => {
    expect(faultOf("6 days", "MAX_AGE_S")).toEqual([
      "docs/limits.md:3 says 6 days, and MAX_AGE_S of a.ts is 604800000",
    ]);
    expect(faultOf("6 days", "MIN_AGE_S")).toEqual(["docs/limits.md:3 names MIN_AGE_S, which a.ts lacks"]);
    expect(faultOf("a week", "MAX_AGE_S")).toEqual(['docs/limits.md:3 says "a week", which is no number with a unit']);
  });
});
