import type { EChartsCoreOption } from "echarts/core";
import { formatDecimal, formatExact } from "../format.ts";
import type { PaletteName } from "../theme.ts";
import { BAR_MAX_PX, intervalSeries } from "./intervals.ts";
import { seriesStyle } from "./series-style.ts";
import type { ChartData, ChartSeries } from "./types.ts";

export type Paint = (name: PaletteName) => string;

interface ChartStyle {
  paint: Paint;
  fontFamily: string;
  locale: string;
}

export const xLabel = (
  x: string | number,
  { xScale = "category", locale }: { xScale?: string; locale: string },
): string => {
  if (typeof x === "string") return x;
  return xScale === "time" ? formatExact(new Date(x), locale) : String(x);
};

const categories = (series: readonly ChartSeries[]): string[] => [
  ...new Set(series.flatMap((one) => one.points.map((point) => String(point.x)))),
];

const axisLook = ({ paint }: ChartStyle) => ({
  axisLine: { lineStyle: { color: paint("line-strong") } },
  axisTick: { show: false },
  axisLabel: { color: paint("text-secondary"), hideOverlap: true },
  splitLine: { lineStyle: { color: paint("line") } },
  nameTextStyle: { color: paint("text-muted") },
});

/** Bars of a single series show their value under their name, where it is readable on any colour. */
const valueUnderName = (data: ChartData, locale: string): ((name: string) => string) | undefined => {
  const [only, another] = data.series;
  if (data.kind !== "bar" || !only || another) return undefined;
  const values = new Map(only.points.map((point) => [String(point.x), point.y]));
  return (name) => `${name}\n${formatDecimal(values.get(name) ?? 0, data.digits ?? 1, locale)}`;
};

const xAxis = (data: ChartData, look: ChartStyle) => {
  const scale = data.xScale ?? "category";
  const base = axisLook(look);
  const pointerLabel = ({ value }: { value: string | number }) =>
    `${data.xName}: ${xLabel(value, { xScale: scale, locale: look.locale })}`;
  const shared = {
    ...base,
    name: data.xName,
    nameLocation: "middle",
    nameGap: 30,
    type: scale,
    axisPointer: { label: { formatter: pointerLabel } },
  };
  if (data.kind === "scatter") return { ...shared, splitLine: { show: false }, scale: true };
  if (scale !== "category") return { ...shared, splitLine: { show: false }, min: "dataMin", max: "dataMax" };
  const formatter = valueUnderName(data, look.locale);
  return {
    ...shared,
    nameGap: formatter ? 44 : 30,
    axisLabel: { ...base.axisLabel, formatter, lineHeight: 16 },
    data: categories(data.series),
    boundaryGap: data.kind === "bar",
  };
};

/** Bars are compared by length, so their axis starts at zero; lines and points are compared by position. */
const yAxis = (data: ChartData, look: ChartStyle) => ({
  ...axisLook(look),
  type: "value",
  name: data.yName,
  nameLocation: "end",
  nameTextStyle: { color: look.paint("text-muted"), align: "left" },
  scale: data.kind !== "bar",
});

const pointValue = (data: ChartData, x: string | number) => (data.xScale ? x : String(x));

const lineSeries = (data: ChartData, one: ChartSeries, look: ChartStyle) => {
  const style = seriesStyle(one.name);
  const colour = look.paint(style.colour);
  return {
    type: "line",
    name: one.name,
    data: one.points.map((point) => [pointValue(data, point.x), point.y]),
    symbol: style.symbol,
    symbolSize: 6,
    lineStyle: { width: 2, type: style.dash, color: colour },
    itemStyle: { color: colour },
    endLabel: { show: data.series.length > 1, formatter: "{a}", color: look.paint("text-secondary") },
    labelLayout: { moveOverlap: "shiftY" },
    emphasis: { focus: "series" },
  };
};

const barSeries = (data: ChartData, one: ChartSeries, look: ChartStyle) => ({
  type: "bar",
  name: one.name,
  data: one.points.map((point) => [pointValue(data, point.x), point.y]),
  itemStyle: { color: look.paint(seriesStyle(one.name).colour) },
  barMaxWidth: BAR_MAX_PX,
});

const scatterSeries = (data: ChartData, one: ChartSeries, look: ChartStyle) => {
  const style = seriesStyle(one.name);
  return {
    type: "scatter",
    name: one.name,
    data: one.points.map((point) => [pointValue(data, point.x), point.y]),
    symbol: style.symbol,
    symbolSize: 7,
    itemStyle: { color: look.paint(style.colour), opacity: 0.75 },
  };
};

const SERIES = { line: lineSeries, bar: barSeries, scatter: scatterSeries } as const;

const pointWords = (data: ChartData, locale: string) => {
  const number = (value: number): string => formatDecimal(value, data.digits ?? 1, locale);
  return ({ seriesName, value: [x, y] }: { seriesName: string; value: readonly [number, number] }): string =>
    `${seriesName}\n${data.xName}: ${number(x)}\n${data.yName}: ${number(y)}`;
};

const tooltip = (data: ChartData, { paint, fontFamily, locale }: ChartStyle) => ({
  trigger: data.kind === "scatter" ? "item" : "axis",
  // Rendered on the canvas, because the CSP forbids HTML from strings.
  renderMode: "richText",
  backgroundColor: paint("raised"),
  borderColor: paint("line"),
  textStyle: { color: paint("text"), fontFamily, fontSize: 12 },
  valueFormatter: (value: unknown) => (typeof value === "number" ? formatDecimal(value, data.digits ?? 1, locale) : ""),
  ...(data.kind === "scatter" && { formatter: pointWords(data, locale) }),
});

/** The ECharts option, from plain data and the theme's colours. */
export const chartOption = (data: ChartData, look: ChartStyle): EChartsCoreOption => ({
  animation: false,
  textStyle: { fontFamily: look.fontFamily, fontSize: 12 },
  grid: {
    left: 8,
    right: data.kind === "line" && data.series.length > 1 ? 120 : 16,
    top: 32,
    bottom: 28,
    containLabel: true,
  },
  tooltip: tooltip(data, look),
  xAxis: xAxis(data, look),
  yAxis: yAxis(data, look),
  series: [
    ...data.series.map((one) => SERIES[data.kind](data, one, look)),
    ...data.series.flatMap((one, at) => intervalSeries(data, one, at, look.paint)),
  ],
});
