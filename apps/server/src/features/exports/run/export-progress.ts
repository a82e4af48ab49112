import type { XlsxState } from "../files/xlsx.ts";
import type { Cursor, ExportColumn } from "./export-table.ts";

export interface FileProgress {
  readonly uploadId: string;
  readonly parts: readonly { readonly number: number; readonly etag: string; readonly sizeBytes: number }[];
  /** Where the writer stands after the last part; CSV needs to know nothing. */
  readonly xlsx?: XlsxState;
  /** Every part is in storage: only the end is missing. */
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
  /** Null until the table that was asked for is made. */
  readonly tableId: string | null;
  /** A table of this name was asked for: if it is there, it is ours. */
  readonly isMaking?: boolean;
  readonly columns: readonly LarkColumn[];
  readonly batch: number;
  /** The batch that was sent and may have arrived although nobody answered. */
  readonly sent?: number | undefined;
}

/** What the next batch has to know. */
export interface ExportProgress {
  /** As they were when it began: measurements may be added while it runs. */
  readonly columns?: readonly ExportColumn[];
  readonly cursor?: Cursor;
  /** Those before the cursor. What is shown to people may be ahead of it. */
  readonly rows?: number;
  readonly file?: FileProgress;
  readonly lark?: LarkProgress;
}
