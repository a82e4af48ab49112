import { describe, expect, it } from "vitest";
import {
  formatBrief,
  formatBytes,
  formatCount,
  formatDecimal,
  formatDuration,
  formatExact,
  formatMoney,
  formatPercent,
  formatRelative,
  formatRough,
} from "./format.ts";

it("formatCount separates the thousands", () => {
  expect(formatCount(12480)).toBe("12,480");
  expect(formatCount(-1234567)).toBe("-1,234,567");
});

it("formatBrief shortens long counts, and never rounds up", () => {
  expect(formatBrief(9_999)).toBe("9,999");
  expect(formatBrief(61_999)).toBe("61K");
  expect(formatBrief(1_000_000)).toBe("1M");
});

it("formatRough shows no more digits of an estimate than are known", () => {
  expect([950, 61_940, 1_234_567].map((count) => formatRough(count))).toEqual(["950", "61.9K", "1.2M"]);
});

it("a column of numbers keeps the same number of digits", () => {
  expect(formatDecimal(71.25)).toBe("71.3");
  expect(formatDecimal(71, 2)).toBe("71.00");
  expect(formatPercent(0.9134)).toBe("91.3 %");
});

it("money is written from its smallest unit", () => {
  expect(formatMoney(340, "USD")).toBe("$3.40");
  expect(formatMoney(1200, "JPY")).toBe("¥1,200");
});

describe("bytes", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.00 kB"],
    [12_345, "12.3 kB"],
    [999_499, "999 kB"],
    [999_600, "1.00 MB"],
    [1_403_000_000, "1.40 GB"],
    [5e18, "5,000 PB"],
  ])("%d is %s", (size, text) => expect(formatBytes(size)).toBe(text));
});

describe("durations", () => {
  it.each([
    [0, "0 ms"],
    [320, "320 ms"],
    [1000, "1.0 s"],
    [9960, "9.9 s"],
    [42_900, "42 s"],
    [59_999, "59 s"],
    [245_000, "4 m 05 s"],
    [3_840_000, "1 h 04 m"],
    [183_600_000, "2 d 03 h"],
  ])("%d ms is %s", (ms, text) => expect(formatDuration(ms)).toBe(text));
});

describe("moments", () => {
  const now = new Date("2026-03-01T12:00:00Z");
  it.each([
    ["2026-03-01T11:59:45Z", undefined],
    ["2026-03-01T11:59:20Z", "1 minute ago"],
    ["2026-03-01T11:57:00Z", "3 minutes ago"],
    ["2026-03-01T14:30:00Z", "in 2 hours"],
    ["2026-02-28T12:00:00Z", "yesterday"],
    ["2024-02-01T12:00:00Z", "2 years ago"],
  ])("%s reads %s", (moment, text) => expect(formatRelative(new Date(moment), now)).toBe(text));

  it("names the zone of the exact time", () => {
    expect(formatExact(new Date("2026-03-01T12:00:00Z"), "en", "Asia/Tokyo")).toBe("Mar 1, 2026, 21:00:00 GMT+9");
  });
});
