import type { ExportRow } from "../run/export-table.ts";

/** Encodes rows; buffers only the bytes that were not taken yet. */
export interface FileFormat {
  readonly write: (task: number, rows: readonly ExportRow[]) => Promise<void>;
  readonly end: () => Promise<void>;
  readonly take: () => Buffer;
  readonly pendingBytes: () => number;
}
