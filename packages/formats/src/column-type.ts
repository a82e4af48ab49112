/** What a column holds, whatever its format calls it. */
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
