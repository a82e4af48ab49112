import type { XlsxState } from "../files/xlsx.ts";
import type { Cursor, ExportColumn } from "./export-table.ts";

export interface FileProgress {
  readonly uploadId: string;
  readonly parts: readonly { readonly number: number; readonly etag: string; readonly sizeBytes: number }[];
  /** State of the XLSX writer after the last part; CSV needs none. */
  readonly xlsx?: XlsxState;
  /** Every part is uploaded; only completing the upload is left. */
  readonly isWritten?: boolean;
}

export interface LarkColumn {
  /** The key of our column. */
  readonly column: string;
  readonly field: string;
  readonly type: number;
}

export interface LarkProgress {
  readonly appToken: string;
  /** Null until the requested table is created. */
  readonly tableId: string | null;
  /** Creating a table of this name was requested: if it exists, it is ours. */
  readonly isMaking?: boolean;
  readonly columns: readonly LarkColumn[];
  readonly batch: number;
  /** The batch that was sent but not confirmed; it may have arrived. */
  readonly sent?: number | undefined;
}

/** The state passed to the next batch. */
export interface ExportProgress {
  /** The columns at the start: metrics may be added while the export runs. */
  readonly columns?: readonly ExportColumn[];
  readonly cursor?: Cursor;
  /** Rows before the cursor. The displayed progress may be ahead. */
  readonly rows?: number;
  readonly file?: FileProgress;
  readonly lark?: LarkProgress;
}
