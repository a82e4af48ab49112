import { MAX_CELLS, MAX_COLUMNS, MAX_ROWS } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  readonly samples: number;
}

const countCells = ({ rows, columns, samples }: GridSize): number => rows * columns * samples;

const grouped = (count: number): string => count.toLocaleString("en");

/** Refuses a grid that is too large to show and run, before anything is stored. */
export const requireFitting = (size: GridSize): void => {
  const { rows, columns, samples } = size;
  if (rows > MAX_ROWS)
    throw new DomainError(
      "conflict",
      `a benchmark has at most ${grouped(MAX_ROWS)} rows, it would have ${grouped(rows)}`,
    );
  if (columns > MAX_COLUMNS)
    throw new DomainError("conflict", `a benchmark has at most ${MAX_COLUMNS} columns, it would have ${columns}`);
  const cells = countCells(size);
  if (cells > MAX_CELLS) {
    const sum = `${grouped(rows)} rows × ${columns} columns × ${samples} samples = ${grouped(cells)}`;
    throw new DomainError("conflict", `a benchmark has at most ${grouped(MAX_CELLS)} cells: ${sum}`);
  }
};

/** Cells are addressed by index, so an index outside the grid is an error. */
export const requireInside = (
  { rows, columns, samples }: GridSize,
  cell: { row: number; col: number; sample: number },
): void => {
  const beyond = (what: string, index: number, count: number): void => {
    if (index < count) return;
    throw new DomainError("invalid", `there is no ${what} ${index}: the grid has ${count}, counted from 0`);
  };
  beyond("row", cell.row, rows);
  beyond("column", cell.col, columns);
  beyond("sample", cell.sample, samples);
};

export const JOBS_PER_PARTITION = 500;

/** Numbers partitions consecutively over all performers, with at most 500 jobs of one performer in each. */
export const partitionNumberer = (): ((performerId: string) => number) => {
  const open = new Map<string, { partition: number; calls: number }>();
  let next = 0;
  return (performerId) => {
    let current = open.get(performerId);
    if (!current || current.calls === JOBS_PER_PARTITION) {
      current = { partition: next++, calls: 0 };
      open.set(performerId, current);
    }
    current.calls += 1;
    return current.partition;
  };
};
