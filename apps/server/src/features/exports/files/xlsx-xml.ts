import { SPREADSHEET_FORMULA } from "@dailies/contract";
import type { ExportColumn, ExportValue } from "../run/export-table.ts";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const MAX_CELL_CHARS = 32_767;
const DAY_MS = 86_400_000;
/** 1970-01-01 as a spreadsheet serial date. */
const EPOCH_DAY = 25_569;
const STYLE = { date: 1, header: 2, quoted: 3 } as const;
const MAX_SHEET_NAME = 31;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** XML does not allow control characters, and spreadsheets read _x0041_ as an escaped character. */
const NOT_XML = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;
const CODED = /_(?=x[0-9A-Fa-f]{4}_)/g;

const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(NOT_XML, "\ufffd")
    .replaceAll(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

/** Sheet column names from 0: A, B … Z, AA … */
export const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : "") + String.fromCharCode(65 + (index % 26));

const textCell = (at: string, text: string, style?: number): string => {
  const shown = text.length > MAX_CELL_CHARS ? `${text.slice(0, MAX_CELL_CHARS - 1)}…` : text;
  const kept = escapeXml(shown.replaceAll(CODED, "_x005F_")).replaceAll("\r", "_x000D_");
  const as = style ?? (SPREADSHEET_FORMULA.test(text) ? STYLE.quoted : undefined);
  return `<c r="${at}" t="inlineStr"${as === undefined ? "" : ` s="${as}"`}><is><t xml:space="preserve">${kept}</t></is></c>`;
};

const cell = (at: string, type: ExportColumn["type"], value: ExportValue): string => {
  if (value === null || value === "") return "";
  if (typeof value === "number" && Number.isFinite(value)) return `<c r="${at}"><v>${value}</v></c>`;
  if (typeof value === "boolean") return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
  const ms = type === "date" ? Date.parse(String(value)) : Number.NaN;
  if (Number.isFinite(ms)) return `<c r="${at}" s="${STYLE.date}"><v>${ms / DAY_MS + EPOCH_DAY}</v></c>`;
  return textCell(at, String(value));
};

export const rowXml = (row: number, columns: readonly ExportColumn[], values: readonly ExportValue[]): string => {
  const cells = columns.map(({ type }, index) => cell(`${columnName(index)}${row}`, type, values[index] ?? null));
  return `<row r="${row}">${cells.join("")}</row>`;
};

export const sheetBeginning = (columns: readonly ExportColumn[]): string => {
  const names = columns.map(({ name }, index) => textCell(`${columnName(index)}1`, name, STYLE.header));
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><sheetData><row r="1">${names.join("")}</row>`;
};

export const SHEET_END = "</sheetData></worksheet>";

/** Declares every .xml as a sheet except those named, so it can be written before the number of sheets is known. */
export const CONTENT_TYPES = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`;

export const ROOT_RELATIONS = `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" quotePrefix="1"/></cellXfs></styleSheet>`;

export const workbookXml = (names: readonly string[]): string => {
  const sheets = names.map(
    (name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join("")}</sheets></workbook>`;
};

export const workbookRelations = (sheets: number): string => {
  const lines = Array.from(
    { length: sheets },
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const styles = `<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>`;
  return `${HEAD}<Relationships xmlns="${RELATIONS}">${lines.join("")}${styles}</Relationships>`;
};

/** Valid sheet names, unique ignoring case. */
export const sheetName = (input: string, taken: readonly string[]): string => {
  const plain = input.replaceAll(/[[\]:*?/\\\p{Cc}]/gu, " ").replaceAll(/^['\s]+|['\s]+$/g, "") || "Sheet";
  const isTaken = (name: string): boolean => taken.some((other) => other.toLowerCase() === name.toLowerCase());
  const first = [...plain].slice(0, MAX_SHEET_NAME).join("").slice(0, MAX_SHEET_NAME).toWellFormed();
  for (let n = 1; ; n++) {
    const ending = n === 1 ? "" : ` ${n}`;
    const name = first.slice(0, MAX_SHEET_NAME - ending.length) + ending;
    if (!isTaken(name)) return name;
  }
};
