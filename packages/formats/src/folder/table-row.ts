/** One row of a JSONL or CSV file, with the bytes it was read from. */
export interface TableRow {
  readonly begin: number;
  readonly end: number;
  /** Null when the row cannot be read; `fault` then says why. */
  readonly values: ReadonlyMap<string, unknown> | null;
  readonly fault: string | null;
}

export const brokenRow = (begin: number, end: number, fault: string): TableRow => ({ begin, end, values: null, fault });
