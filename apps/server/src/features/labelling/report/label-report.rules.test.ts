import { expect, it } from "vitest";
import { medianOf, mondayOf, weekOf } from "./label-report.rules.ts";

it("a week begins on Monday at midnight UTC", () => {
  const sunday = new Date("2026-11-15T23:59:59.999Z");
  const monday = new Date("2026-11-16T00:00:00Z");
  expect(weekOf(monday) - weekOf(sunday)).toBe(1);
  expect(mondayOf(weekOf(sunday)).toISOString()).toBe("2026-11-09T00:00:00.000Z");
  expect(mondayOf(weekOf(monday))).toEqual(monday);
});

it("the median is the middle value, or the mean of the two in the middle", () => {
  expect(medianOf([])).toBeNull();
  expect(medianOf([3, 1, 2])).toBe(2);
  expect(medianOf([10, 1, 2, 3])).toBe(2.5);
});
