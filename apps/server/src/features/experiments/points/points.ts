/** Points of one metric as columns, sorted by step; points of the same step stand in the order of their arrival. */
export interface Points {
  readonly steps: Float64Array;
  readonly values: Float64Array;
  /** Milliseconds since 1970. */
  readonly times: Float64Array;
}

const isSorted = (steps: Float64Array): boolean => {
  for (let at = 1; at < steps.length; at += 1) if ((steps[at] ?? 0) < (steps[at - 1] ?? 0)) return false;
  return true;
};

const pick = (from: Float64Array, order: Uint32Array): Float64Array => {
  const picked = new Float64Array(order.length);
  for (let at = 0; at < order.length; at += 1) picked[at] = from[order[at] ?? 0] ?? 0;
  return picked;
};

/** Stable: a later point of the same step stays the later one. */
export const sortPoints = (points: Points): Points => {
  const { steps, values, times } = points;
  if (isSorted(steps)) return points;
  const order = Uint32Array.from(steps, (_step, at) => at);
  order.sort((a, b) => (steps[a] ?? 0) - (steps[b] ?? 0) || a - b);
  return { steps: pick(steps, order), values: pick(values, order), times: pick(times, order) };
};

const concatColumn = (columns: readonly Float64Array[]): Float64Array => {
  const all = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    all.set(column, at);
    at += column.length;
  }
  return all;
};

/** The later ones of the list arrived later. */
export const concatPoints = (parts: readonly Points[]): Points =>
  sortPoints({
    steps: concatColumn(parts.map(({ steps }) => steps)),
    values: concatColumn(parts.map(({ values }) => values)),
    times: concatColumn(parts.map(({ times }) => times)),
  });

export const slicePoints = ({ steps, values, times }: Points, from: number, to: number): Points => ({
  steps: steps.subarray(from, to),
  values: values.subarray(from, to),
  times: times.subarray(from, to),
});
