import type { MetricValue } from "@dailies/contract";

const DIGITS = 5;

/** 0.000123456 → "1.2346e-4", 12480.5 → "12481": five digits, whatever the size. */
export const formatMetric = (value: MetricValue): string => {
  if (typeof value === "string") return value === "NaN" ? "NaN" : value.replace("Infinity", "∞");
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) return value.toExponential(DIGITS - 1).replace(/\.?0+e/, "e");
  return String(Number(value.toPrecision(DIGITS)));
};
