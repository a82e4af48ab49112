export interface ChartPoint {
  /** A category, or a number on a scale (milliseconds since 1970 on a time axis). */
  x: string | number;
  y: number;
  /** The ends of the interval around y. */
  low?: number;
  high?: number;
}

export interface ChartSeries {
  /** The same name has the same colour on every chart. */
  name: string;
  points: readonly ChartPoint[];
}

/** A scatter plot needs two numbers: use `xScale="value"`. */
export type ChartKind = "line" | "bar" | "scatter";
export type ChartScale = "category" | "value" | "time";

export interface ChartData {
  kind: ChartKind;
  series: readonly ChartSeries[];
  xName: string;
  yName: string;
  xScale?: ChartScale;
  /** Fraction digits, in labels and in the table. */
  digits?: number;
}
