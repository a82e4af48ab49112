import { SPREADSHEET_FORMULA } from "@dailies/contract";

const NEEDS_QUOTES = /[",\r\n]/;

export type CsvField = string | number | null;

const toField = (value: CsvField): string => {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = SPREADSHEET_FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One record of RFC 4180. An apostrophe keeps spreadsheets from running text as a formula; numbers stay numbers. */
export const toCsvRecord = (fields: readonly CsvField[]): string => `${fields.map(toField).join(",")}\r\n`;

/** Without the byte order mark some spreadsheets do not read UTF-8. */
export const CSV_BEGINNING = "\uFEFF";
