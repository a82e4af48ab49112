/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

export type CsvField = string | number | null;

const toField = (value: CsvField): string => {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One record of RFC 4180. Text that a spreadsheet would run is made text by an apostrophe; numbers stay numbers. */
export const toCsvRecord = (fields: readonly CsvField[]): string => `${fields.map(toField).join(",")}\r\n`;

/** Without it some spreadsheets read UTF-8 as something else. */
export const CSV_BEGINNING = "\uFEFF";
