import type { ExportRow } from "../run/export-table.ts";

/** Writes rows as bytes, and holds only those that nobody has taken yet. */
export interface FileFormat {
  readonly write: (task: number, rows: readonly ExportRow[]) => Promise<void>;
  readonly end: () => Promise<void>;
  readonly take: () => Buffer;
  readonly pendingBytes: () => number;
}
