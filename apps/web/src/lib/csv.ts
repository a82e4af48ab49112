import { SPREADSHEET_FORMULA } from "@dailies/contract";

const cell = (value: string | number): string => {
  const text = String(value);
  const safe = typeof value === "string" && SPREADSHEET_FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const CSV_MIME = "text/csv;charset=utf-8";
const BYTE_ORDER_MARK = "\uFEFF";

/** RFC 4180 lines; the BOM makes spreadsheets read UTF-8. */
export const writeCsv = (lines: readonly (readonly (string | number)[])[]): string =>
  BYTE_ORDER_MARK + lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("");

export interface CsvRow {
  /** The one-based line where it starts. */
  line: number;
  cells: string[];
}

const DELIMITERS = [",", ";", "\t"];

/** Spreadsheets copy with tabs, and save with semicolons in locales with a decimal comma. */
const delimiterOf = (text: string): string => {
  const [first = ""] = text.trimStart().split(/\r?\n/, 1);
  return DELIMITERS.toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ",";
};

/** Parses RFC 4180 rows separated by commas, semicolons or tabs; empty lines are skipped. */
export const readCsv = (given: string): CsvRow[] => {
  const text = given.startsWith(BYTE_ORDER_MARK) ? given.slice(1) : given;
  // A quoted cell with doubled quotes inside, or an unquoted one; then its terminator.
  const cells = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${delimiterOf(text)}\r\n][^${delimiterOf(text)}\r\n]*)?)(${delimiterOf(text)}|\r?\n|\r|$)`,
    "y",
  );
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  while (cells.lastIndex < text.length || row.cells.length > 0) {
    const at = cells.lastIndex;
    const found = cells.exec(text);
    // An unterminated quote: keep the rest as is, so that the user sees it.
    const [whole, quoted, plain, end] = found ?? [text.slice(at), undefined, text.slice(at), ""];
    row.cells.push((quoted?.replaceAll('""', '"') ?? plain ?? "").trim());
    line += whole.match(/\r?\n|\r/g)?.length ?? 0;
    if (end === delimiterOf(text) && found) continue;
    if (row.cells.some((value) => value !== "")) rows.push(row);
    row = { line, cells: [] };
    if (!found || end === "") break;
  }
  return rows;
};
