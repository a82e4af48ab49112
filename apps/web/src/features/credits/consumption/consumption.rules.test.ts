import { describe, expect, it } from "vitest";
import { DEFAULT_RANGE } from "../../../shared/time-span/range.rules.ts";
import { barsOf, chartRange, paintsOf, ticksUpTo, totalsByModel } from "./consumption.rules.ts";

const NOW = new Date(2026, 10, 15, 9, 30).getTime();
const rows = [
  { day: "2026-11-14", model: "wan", credits: 40, jobs: 2 },
  { day: "2026-11-14", model: "kling", credits: 100, jobs: 1 },
  { day: "2026-11-15", model: "wan", credits: 10, jobs: 1 },
];

describe("the range of the chart", () => {
  it("is the last ninety days until a range is chosen, today included", () => {
    const { days, cut } = chartRange(DEFAULT_RANGE, NOW);
    expect([days.length, days[0], days.at(-1), cut]).toEqual([90, "2026-08-18", "2026-11-15", "default"]);
  });

  it("shows the last days that were asked for, whole", () => {
    const { days, cut, start_time } = chartRange({ ...DEFAULT_RANGE, days: 14 }, NOW);
    expect([days.length, days.at(-1), cut]).toEqual([14, "2026-11-15", undefined]);
    expect(start_time).toBe(new Date(2026, 10, 2).toISOString());
  });

  it("keeps the newest part of a range that is too long, and reports that it was cut", () => {
    const range = { ...DEFAULT_RANGE, end: new Date(2026, 0, 1).toISOString() };
    const { days, cut, end_time } = chartRange(range, NOW);
    expect([days.length, days.at(-1), cut, end_time]).toEqual([399, "2025-12-31", "long", range.end]);
  });
});

describe("the bars", () => {
  it("stand for every day, stacked in one order", () => {
    const bars = barsOf(["2026-11-13", "2026-11-14", "2026-11-15"], rows);
    expect(bars.map(({ total }) => total)).toEqual([0, 140, 10]);
    expect(bars[1]?.parts.map(({ model }) => model)).toEqual(["kling", "wan"]);
  });

  it("have a colour each, as long as there are colours", () => {
    const models = ["kling-2.1", "wan-2.2", "veo-3", "sora-2"];
    expect(new Set(paintsOf(models).values()).size).toBe(models.length);
  });

  it("add up by model, the largest first", () => {
    expect(totalsByModel(rows)).toEqual([
      { model: "kling", credits: 100, jobs: 1 },
      { model: "wan", credits: 50, jobs: 3 },
    ]);
  });

  it("are read off round figures that begin at zero", () => {
    expect(ticksUpTo(140)).toEqual([0, 50, 100, 150]);
    expect(ticksUpTo(3)).toEqual([0, 1, 2, 3]);
    expect(ticksUpTo(0)).toEqual([0, 1]);
  });
});
