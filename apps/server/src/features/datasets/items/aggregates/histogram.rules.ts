const WANTED_BINS = 30;
const MAX_BINS = 40;
const NICE = [1, 2, 2.5, 5, 10];

/** Between 20 and 40 of them fill the span, and each begins at a number that people would choose. */
const niceStep = (span: number): number => {
  const rough = span / WANTED_BINS;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const fitting = NICE.map((factor) => factor * unit).find((step) => span / step <= MAX_BINS - 1);
  return fitting ?? 10 * unit;
};

/** Without the crumbs that multiplying leaves behind. */
const multiple = (at: number, step: number): number => {
  const digits = Math.min(100, Math.max(0, 1 - Math.floor(Math.log10(step))));
  return Number((at * step).toFixed(digits)) + 0;
};

/**
 * The ends of the bars, from the smallest value to the largest. A bar takes its lower end and leaves its upper one to the
 * next; the last takes both. Whole numbers never fall between two bars.
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
    // So far from zero numbers lie farther apart than bars would.
    if (edges.length > 2 * MAX_BINS) return [min, max];
  }
  return edges.length > 1 ? edges : [min, max];
};

/** The largest number that is still smaller. */
const justBelow = (value: number): number => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigInt64(0);
  if (value === 0) return -Number.MIN_VALUE;
  view.setBigInt64(0, value > 0 ? bits - 1n : bits + 1n);
  return view.getFloat64(0);
};

/** The same for an engine that gives each bar its upper end and not its lower one. */
export const upperBounds = (edges: readonly number[]): number[] =>
  edges.slice(1).map((edge, at) => (at === edges.length - 2 ? edge : justBelow(edge)));
