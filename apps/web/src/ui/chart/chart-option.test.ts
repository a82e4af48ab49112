import { expect, it } from "vitest";
import { PALETTES } from "../theme.ts";
import { chartOption } from "./chart-option.ts";
import { seriesStyle } from "./series-style.ts";
import type { ChartData } from "./types.ts";

const look = { paint: (name: keyof typeof PALETTES.light) => PALETTES.light[name], fontFamily: "Inter", locale: "en" };
const points = [
  { x: "motion", y: 61, low: 59, high: 63 },
  { x: "text", y: 48 },
];
const data: ChartData = { kind: "bar", series: [{ name: "model-a", points }], xName: "Dimension", yName: "Wins" };

it("a bar chart starts at zero and draws the intervals that exist", () => {
  const option = chartOption(data, look);
  expect(option).toMatchObject({
    yAxis: { scale: false },
    tooltip: { renderMode: "richText" },
    series: [
      { type: "bar", name: "model-a", itemStyle: { color: PALETTES.light[seriesStyle("model-a").colour] } },
      { type: "custom", data: [["motion", 59, 63]] },
    ],
  });
});

it("a line chart names each line at its end when there are several", () => {
  const two = { ...data, kind: "line", series: [...data.series, { name: "model-b", points }] } as const;
  expect(chartOption(two, look)).toMatchObject({
    series: [{ endLabel: { show: true } }, { endLabel: { show: true } }, {}, {}],
  });
  expect(chartOption({ ...data, kind: "line" }, look)).toMatchObject({ series: [{ endLabel: { show: false } }, {}] });
});

it("a scatter chart fits its axes to its values, and describes one point at a time", () => {
  const scatter: ChartData = {
    kind: "scatter",
    xScale: "value",
    xName: "Flicker",
    yName: "Score",
    series: [{ name: "model-a", points: [{ x: 0.25, y: 3 }] }],
  };
  expect(chartOption(scatter, look)).toMatchObject({
    xAxis: { type: "value", scale: true },
    yAxis: { scale: true },
    tooltip: { trigger: "item" },
    series: [{ type: "scatter", name: "model-a", data: [[0.25, 3]] }],
  });
});
