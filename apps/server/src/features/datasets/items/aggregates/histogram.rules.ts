const WANTED_BINS = 30;
const MAX_BINS = 40;
const NICE = [1, 2, 2.5, 5, 10];

/** A bin width that gives 20 to 40 bins with round boundaries. */
const niceStep = (span: number): number => {
  const rough = span / WANTED_BINS;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const fitting = NICE.map((factor) => factor * unit).find((step) => span / step <= MAX_BINS - 1);
  return fitting ?? 10 * unit;
};

/** Rounds off the floating-point error of the multiplication. */
const multiple = (at: number, step: number): number => {
  const digits = Math.min(100, Math.max(0, 1 - Math.floor(Math.log10(step))));
  return Number((at * step).toFixed(digits)) + 0;
};

/**
 * Bin edges from the smallest value to the largest. A bin includes its lower edge and excludes its upper one; the last
 * bin includes both. Integers never fall between two bins.
 */
export const histogramEdges = (min: number, max: number, isWhole: boolean): number[] => {
  if (isWhole && max - min < MAX_BINS) return Array.from({ length: max - min + 2 }, (_, at) => min + at);
  if (min === max) return [min, min + 1];
  const step = isWhole ? Math.max(1, Math.ceil(niceStep(max - min + 1))) : niceStep(max - min);
  const isPast = (edge: number): boolean => (isWhole ? edge > max : edge >= max);
  let at = Math.floor(min / step);
  while (multiple(at, step) > min) at -= 1;
  const edges = [multiple(at, step)];
  while (!isPast(edges.at(-1) ?? max)) {
    at += 1;
    edges.push(multiple(at, step));
    // So far from zero, the spacing of floating-point numbers exceeds the bin width.
    if (edges.length > 2 * MAX_BINS) return [min, max];
  }
  return edges.length > 1 ? edges : [min, max];
};

/** The largest floating-point number below the value. */
const justBelow = (value: number): number => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigInt64(0);
  if (value === 0) return -Number.MIN_VALUE;
  view.setBigInt64(0, value > 0 ? bits - 1n : bits + 1n);
  return view.getFloat64(0);
};

/** The same edges for an engine whose bins include the upper edge instead of the lower one. */
export const upperBounds = (edges: readonly number[]): number[] =>
  edges.slice(1).map((edge, at) => (at === edges.length - 2 ? edge : justBelow(edge)));
