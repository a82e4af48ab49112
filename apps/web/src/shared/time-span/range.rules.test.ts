import { describe, expect, it } from "vitest";
import { customRange, DEFAULT_RANGE, sentRange, shownRange, wallTime } from "./range.rules.ts";

const NOW = new Date(2026, 10, 15, 9, 30).getTime();
const shown = (range = DEFAULT_RANGE, nowMs = NOW): string[] => {
  const { from, to } = shownRange(range, nowMs);
  return [wallTime(from), wallTime(to)];
};

describe("the range of the lists", () => {
  it("is the agreed one until something is chosen, and leaves its end open", () => {
    expect(shown()).toEqual(["2021-01-01 00:00:00", "2031-01-01 00:00:00"]);
    expect(Object.keys(sentRange(DEFAULT_RANGE, NOW))).toEqual(["start_time"]);
  });

  it("still reaches past today when the agreed end is over", () => {
    const later = new Date(2031, 0, 2).getTime();
    expect(shown(DEFAULT_RANGE, later)).toEqual(["2021-01-01 00:00:00", "2032-01-01 00:00:00"]);
    expect(sentRange(DEFAULT_RANGE, later)).not.toHaveProperty("end_time");
  });

  it("counts today among the last days and begins at midnight", () => {
    const week = { ...DEFAULT_RANGE, days: 7 } as const;
    expect(shown(week)[0]).toBe("2026-11-09 00:00:00");
    expect(sentRange(week, NOW)).toEqual({ start_time: new Date(2026, 10, 9).toISOString() });
  });

  it("sends an end that was chosen, and takes the default typed again for no choice", () => {
    const end = new Date(2026, 0, 1).toISOString();
    expect(sentRange({ ...DEFAULT_RANGE, end }, NOW).end_time).toBe(end);
    const usual = shownRange(DEFAULT_RANGE, NOW);
    expect(customRange(usual.from, usual.to, NOW)).toEqual(DEFAULT_RANGE);
    expect(customRange(usual.from, end, NOW)).toEqual({ ...DEFAULT_RANGE, end });
  });
});
