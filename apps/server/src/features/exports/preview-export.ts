import type { RequestContext } from "../../request-context.ts";
import type { ExportsDeps } from "./exports-deps.ts";
import { BEGINNING, type ExportColumn, type ExportRow, type ExportValue, type RowSource } from "./run/export-table.ts";
import { type ExportInput, openSource, toReader } from "./run/open-source.ts";

const SHOWN_ROWS = 10;

export interface Preview {
  readonly columns: readonly ExportColumn[];
  readonly rows: readonly Record<string, ExportValue>[];
  readonly rowsTotal: number;
  readonly mediaBytes: number;
}

export const previewExport = async (
  deps: ExportsDeps,
  { actor }: RequestContext,
  input: ExportInput,
): Promise<Preview> => {
  const source = await openSource(deps, toReader(actor), input);
  const [rows, rowsTotal, clipBytes] = await Promise.all([
    readFirst(source),
    source.countRows(),
    source.sumMediaBytes(),
  ]);
  const posterBytes = input.media === "poster" ? await estimatePosters(deps, rows, rowsTotal) : 0;
  return {
    columns: source.columns,
    rows: rows.map(({ values }) => toRecord(source.columns, values)),
    rowsTotal,
    mediaBytes: Math.round(clipBytes + posterBytes),
  };
};

const readFirst = async (source: RowSource): Promise<readonly ExportRow[]> => {
  const rows: ExportRow[] = [];
  for await (const slice of source.readSlices(BEGINNING, SHOWN_ROWS)) {
    rows.push(...slice.rows);
    if (rows.length >= SHOWN_ROWS) break;
  }
  return rows.slice(0, SHOWN_ROWS);
};

/** Poster sizes are not stored: measures the first few and extrapolates. */
const estimatePosters = async (
  { storage }: ExportsDeps,
  rows: readonly ExportRow[],
  rowsTotal: number,
): Promise<number> => {
  if (rows.length === 0) return 0;
  const heads = await Promise.all(rows.map(({ media }) => (media ? storage.headObject(media.objectKey) : undefined)));
  const seenBytes = heads.reduce((sum, head) => sum + (head?.sizeBytes ?? 0), 0);
  return (seenBytes / rows.length) * rowsTotal;
};

const toRecord = (columns: readonly ExportColumn[], values: readonly ExportValue[]): Record<string, ExportValue> =>
  Object.fromEntries(columns.map(({ key }, index) => [key, values[index] ?? null]));
