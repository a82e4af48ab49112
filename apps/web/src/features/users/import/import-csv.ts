import { IMPORT_COLUMNS, type ImportedRow } from "@dailies/contract";

/** CSV injection: spreadsheets evaluate these prefixes as a formula, which may exfiltrate the sheet. */
const FORMULA_START = /^[=+\-@\t\r]/;

const cell = (value: string | number): string => {
  const text = String(value);
  const safe = FORMULA_START.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const CSV_MIME = "text/csv;charset=utf-8";
const BYTE_ORDER_MARK = "\uFEFF";

/** RFC 4180 lines; the BOM makes spreadsheets read UTF-8. */
export const toCsv = (lines: readonly (readonly (string | number)[])[]): string =>
  BYTE_ORDER_MARK + lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("");

export const templateCsv = (): string =>
  toCsv([
    IMPORT_COLUMNS,
    ["mei.lin", "mei.lin@example.com", "Mei Lin", "developer", "USE_VERSION_1_0 PERFORMER_PLAYGROUND"],
    ["lea", "lea@example.com", "Lea Okafor", "labeller", ""],
  ]);

export const reportCsv = (rows: readonly ImportedRow[]): string =>
  toCsv([
    ["line", "action", ...IMPORT_COLUMNS, "notes"],
    ...rows.map((row) => [
      row.line,
      row.action,
      row.username,
      row.email,
      row.realname,
      row.user_role,
      row.perms.join(" "),
      row.notes.join("; "),
    ]),
  ]);
