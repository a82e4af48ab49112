import type { MeasuredCell } from "./cell-columns.ts";

const meanOf = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((value) => typeof value === "number");
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
};

const meansOf = (cells: readonly MeasuredCell[]): Record<string, number | null> => {
  const keys = new Set(cells.flatMap(({ metrics }) => Object.keys(metrics)));
  return Object.fromEntries([...keys].map((key) => [key, meanOf(cells.map(({ metrics }) => metrics[key]))]));
};

const average = (cells: readonly [MeasuredCell, ...MeasuredCell[]]): MeasuredCell => ({
  ...cells[0],
  attempts: cells.reduce((sum, { attempts }) => sum + attempts, 0),
  samples: cells.length,
  succeeded: cells.reduce((sum, { succeeded }) => sum + succeeded, 0),
  tookS: meanOf(cells.map(({ tookS }) => tookS)),
  costMicros: meanOf(cells.map(({ costMicros }) => costMicros)),
  costCurrency: cells.find(({ costCurrency }) => costCurrency !== null)?.costCurrency ?? null,
  metrics: meansOf(cells),
});

/** Averages the samples of each grid position; expects them to be adjacent. */
export const averageCells = (cells: readonly MeasuredCell[]): MeasuredCell[] => {
  const places = new Map<string, [MeasuredCell, ...MeasuredCell[]]>();
  for (const cell of cells) {
    const place = `${cell.row} ${cell.col}`;
    const before = places.get(place);
    if (before) before.push(cell);
    else places.set(place, [cell]);
  }
  return [...places.values()].map(average);
};
