import { expect, it } from "vitest";
import { CHART_COLOURS, seriesStyle } from "./series-style.ts";

it("a series name has the same style every time", () => {
  expect(seriesStyle("model-a@3")).toEqual(seriesStyle("model-a@3"));
});

it("the series names are spread over all colours", () => {
  const counts = new Map<string, number>();
  for (let at = 0; at < 800; at += 1) {
    const { colour } = seriesStyle(`model-${at}`);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  expect(counts.size).toBe(CHART_COLOURS.length);
  expect(Math.max(...counts.values())).toBeLessThan(160);
});
