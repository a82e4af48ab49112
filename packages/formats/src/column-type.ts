/** Type of a column, independent of the format's own name for it. */
export const COLUMN_TYPES = [
  "text",
  "integer",
  "number",
  "boolean",
  "time",
  "json",
  "vector",
  "binary",
  "media",
] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];
