import type { Preview } from "../exports.queries.ts";

/** What a spreadsheet would run once it is pasted. */
const FORMULA = /^[=+\-@]/;

const toCell = (value: string | number | boolean | null): string => {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const line = value.replaceAll(/[\t\r\n]+/g, " ");
  return FORMULA.test(line) ? `'${line}` : line;
};

/** For a table that one pastes into: names first, one line for each row. */
export const toTsv = ({ columns, rows }: Pick<Preview, "columns" | "rows">): string =>
  [columns.map(({ name }) => toCell(name)), ...rows.map((row) => columns.map(({ key }) => toCell(row[key] ?? null)))]
    .map((cells) => cells.join("\t"))
    .join("\n");
