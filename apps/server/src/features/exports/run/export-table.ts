import type { exportColumn } from "@dailies/contract";
import type { z } from "zod";

export type ExportColumn = z.output<typeof exportColumn>;
/** Dates as ISO 8601, whatever a target makes of them. */
export type ExportValue = string | number | boolean | null;

/** A file that a row takes along. */
export interface RowMedia {
  readonly objectKey: string;
  readonly fileName: string;
  readonly mime: string;
  readonly sizeBytes: number | null;
}

export interface ExportRow {
  /** The same for the same thing in every export of it. */
  readonly key: string;
  /** In the order of the columns. */
  readonly values: readonly ExportValue[];
  readonly media: RowMedia | null;
}

/** Where reading goes on: in which of the tasks, and after which row of it. */
export interface Cursor {
  readonly task: number;
  readonly after: readonly (number | string)[] | null;
}

export const BEGINNING: Cursor = { task: 0, after: null };

export interface Slice {
  /** The place of its task among those asked for. */
  readonly task: number;
  readonly rows: readonly ExportRow[];
  /** After these rows. */
  readonly next: Cursor;
}

export interface RowSource {
  readonly columns: readonly ExportColumn[];
  readonly taskNames: readonly string[];
  readonly countRows: () => Promise<number>;
  /** Of the media that rows take along. */
  readonly sumMediaBytes: () => Promise<number>;
  /** What the reader has not taken yet is not read from the database; no slice holds rows of two tasks. */
  readonly readSlices: (from: Cursor, limit: number) => AsyncGenerator<Slice>;
}

/** Names are what a table outside tells its columns apart by. */
export const withUniqueNames = <T extends ExportColumn>(columns: readonly T[]): T[] => {
  const taken = new Set<string>();
  return columns.map((column) => {
    let name = column.name.slice(0, 90);
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${column.name.slice(0, 90)} ${n}`;
    taken.add(name.toLowerCase());
    return { ...column, name };
  });
};
