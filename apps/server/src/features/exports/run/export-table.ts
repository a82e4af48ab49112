import type { exportColumn } from "@dailies/contract";
import type { z } from "zod";

export type ExportColumn = z.output<typeof exportColumn>;
/** Dates are ISO 8601, whatever the target converts them to. */
export type ExportValue = string | number | boolean | null;

/** A file attached to a row. */
export interface RowMedia {
  readonly objectKey: string;
  readonly fileName: string;
  readonly mime: string;
  readonly sizeBytes: number | null;
}

export interface ExportRow {
  /** Stable: the same in every export of the same record. */
  readonly key: string;
  /** In the order of the columns. */
  readonly values: readonly ExportValue[];
  readonly media: RowMedia | null;
}

/** Where reading continues: the task and the last row read. */
export interface Cursor {
  readonly task: number;
  readonly after: readonly (number | string)[] | null;
}

export const BEGINNING: Cursor = { task: 0, after: null };

export interface Slice {
  /** The index of the task in the request. */
  readonly task: number;
  readonly rows: readonly ExportRow[];
  readonly next: Cursor;
}

export interface RowSource {
  readonly columns: readonly ExportColumn[];
  readonly taskNames: readonly string[];
  readonly countRows: () => Promise<number>;
  readonly sumMediaBytes: () => Promise<number>;
  /** Lazy: reads from the database only what the consumer takes. No slice spans two tasks. */
  readonly readSlices: (from: Cursor, limit: number) => AsyncGenerator<Slice>;
}

/** External tables identify columns by name. */
export const withUniqueNames = <T extends ExportColumn>(columns: readonly T[]): T[] => {
  const taken = new Set<string>();
  return columns.map((column) => {
    let name = column.name.slice(0, 90);
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${column.name.slice(0, 90)} ${n}`;
    taken.add(name.toLowerCase());
    return { ...column, name };
  });
};
