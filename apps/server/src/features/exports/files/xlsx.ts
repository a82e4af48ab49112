import type { ExportColumn, ExportRow } from "../run/export-table.ts";
import type { FileFormat } from "./file-format.ts";
import {
  CONTENT_TYPES,
  ROOT_RELATIONS,
  rowXml,
  SHEET_END,
  STYLES,
  sheetBeginning,
  sheetName,
  workbookRelations,
  workbookXml,
} from "./xlsx-xml.ts";
import { NEW_ZIP, resumeZip, type ZipState, type ZipWriter } from "./zip.ts";

export interface XlsxState {
  readonly zip: ZipState;
  readonly sheets: readonly string[];
  /** The current sheet: its task and its last row. */
  readonly open: { readonly task: number; readonly row: number } | null;
}

/** The limit of every spreadsheet program; the first row is the header. */
export const MAX_SHEET_ROWS = 1_048_576;

export const NEW_XLSX: XlsxState = { zip: NEW_ZIP, sheets: [], open: null };

const writeWhole = async (zip: ZipWriter, name: string, text: string): Promise<void> => {
  zip.openEntry(name);
  await zip.write(text);
  zip.closeEntry();
};

/** A workbook with one sheet per task, and a further sheet when one is full. */
export const resumeXlsx = (
  from: XlsxState,
  columns: readonly ExportColumn[],
  taskNames: readonly string[],
  maxSheetRows = MAX_SHEET_ROWS,
): FileFormat & { readonly state: () => XlsxState } => {
  const zip = resumeZip(from.zip);
  const sheets = [...from.sheets];
  let { open } = from;

  const openSheet = async (task: number): Promise<void> => {
    if (from.zip.offset === 0 && sheets.length === 0) {
      await writeWhole(zip, "[Content_Types].xml", CONTENT_TYPES);
      await writeWhole(zip, "_rels/.rels", ROOT_RELATIONS);
    }
    sheets.push(sheetName(taskNames[task] ?? "", sheets));
    zip.openEntry(`xl/worksheets/sheet${sheets.length}.xml`);
    await zip.write(sheetBeginning(columns));
    open = { task, row: 1 };
  };
  const closeSheet = async (): Promise<void> => {
    if (!open) return;
    await zip.write(SHEET_END);
    zip.closeEntry();
    open = null;
  };
  const writeSome = async (task: number, rows: readonly ExportRow[]): Promise<readonly ExportRow[]> => {
    if (open && (open.task !== task || open.row >= maxSheetRows)) await closeSheet();
    if (!open) await openSheet(task);
    const last = open?.row ?? 1;
    const fitting = rows.slice(0, maxSheetRows - last);
    await zip.write(fitting.map(({ values }, index) => rowXml(last + 1 + index, columns, values)).join(""));
    open = { task, row: last + fitting.length };
    return rows.slice(fitting.length);
  };

  return {
    write: async (task, rows) => {
      let left = rows;
      while (left.length > 0) left = await writeSome(task, left);
    },
    end: async () => {
      if (sheets.length === 0) await openSheet(0);
      await closeSheet();
      await writeWhole(zip, "xl/workbook.xml", workbookXml(sheets));
      await writeWhole(zip, "xl/_rels/workbook.xml.rels", workbookRelations(sheets.length));
      await writeWhole(zip, "xl/styles.xml", STYLES);
      zip.end();
    },
    take: zip.take,
    pendingBytes: zip.pendingBytes,
    state: () => ({ zip: zip.state(), sheets: [...sheets], open }),
  };
};
