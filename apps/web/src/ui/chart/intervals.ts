import type { CustomSeriesRenderItem, CustomSeriesRenderItemAPI } from "echarts";
import type { PaletteName } from "../theme.ts";
import { seriesStyle } from "./series-style.ts";
import type { ChartData, ChartSeries } from "./types.ts";

type Row = readonly [x: string | number, low: number, high: number];

const CAP_PX = 5;
export const BAR_MAX_PX = 48;

/** The position of this series' bar within its group. */
const barOffset = (api: CustomSeriesRenderItemAPI, data: ChartData, at: number): number => {
  if (data.series.length < 2) return 0;
  const bars: readonly { offsetCenter?: number }[] =
    api.barLayout({ count: data.series.length, barMaxWidth: BAR_MAX_PX }) ?? [];
  return bars[at]?.offsetCenter ?? 0;
};

const drawWhisker =
  (data: ChartData, at: number, stroke: string): CustomSeriesRenderItem =>
  (_, api) => {
    const [x = 0, lowY = 0] = api.coord([api.value(0), api.value(1)]);
    const [, highY = 0] = api.coord([api.value(0), api.value(2)]);
    const middle = x + barOffset(api, data, at);
    const line = (x1: number, y1: number, x2: number, y2: number) => ({
      type: "line" as const,
      shape: { x1, y1, x2, y2 },
      style: { stroke, lineWidth: 1.5 },
    });
    return {
      type: "group",
      children: [
        line(middle, lowY, middle, highY),
        line(middle - CAP_PX, lowY, middle + CAP_PX, lowY),
        line(middle - CAP_PX, highY, middle + CAP_PX, highY),
      ],
    };
  };

/** One shape for the whole series, drawn with its first row. */
const drawBand =
  (rows: readonly Row[], fill: string): CustomSeriesRenderItem =>
  (params, api) => {
    if (params.dataIndex !== 0) return undefined;
    const highs = rows.map(([x, , high]) => api.coord([x, high]));
    const lows = rows.map(([x, low]) => api.coord([x, low])).reverse();
    return { type: "polygon", shape: { points: [...highs, ...lows] }, style: { fill, opacity: 0.14 } };
  };

/** The intervals of one series: a band behind a line, whiskers over bars, nothing if it has none. */
export const intervalSeries = (data: ChartData, one: ChartSeries, at: number, paint: (name: PaletteName) => string) => {
  const rows = one.points.flatMap(({ x, low, high }): Row[] =>
    low === undefined || high === undefined ? [] : [[data.xScale ? x : String(x), low, high]],
  );
  if (rows.length === 0) return [];
  const isBar = data.kind === "bar";
  return [
    {
      type: "custom",
      data: rows,
      renderItem: isBar ? drawWhisker(data, at, paint("text")) : drawBand(rows, paint(seriesStyle(one.name).colour)),
      encode: { x: 0, y: [1, 2], tooltip: [] },
      tooltip: { show: false },
      silent: true,
      z: isBar ? 5 : 1,
    },
  ];
};
