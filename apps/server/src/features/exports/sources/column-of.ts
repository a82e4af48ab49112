import type { ExportColumn, ExportValue } from "../run/export-table.ts";

/** A column and the function that reads its value from a record. */
export interface ColumnOf<R> extends ExportColumn {
  readonly read: (record: R) => ExportValue;
}

export const column = <R>(
  key: string,
  name: string,
  type: ExportColumn["type"],
  read: (record: R) => ExportValue,
): ColumnOf<R> => ({ key, name, type, read });

export const plainColumns = (columns: readonly ExportColumn[]): ExportColumn[] =>
  columns.map(({ key, name, type }) => ({ key, name, type }));

/** Flattens any JSON value to one cell. */
const toValue = (value: unknown): ExportValue => {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.join(", ");
  return JSON.stringify(value);
};

const asText = (value: ExportValue): ExportValue => (value === null ? null : String(value));

/** One column per key; a key with values of several types becomes text. */
export const keyedColumns = <R>(
  prefix: string,
  keys: readonly { readonly key: string; readonly kinds: readonly string[] }[],
  read: (record: R) => Readonly<Record<string, unknown>>,
): ColumnOf<R>[] =>
  keys.map(({ key, kinds }) => {
    const [kind] = kinds;
    const type = kinds.length === 1 && (kind === "number" || kind === "boolean") ? kind : "text";
    const readValue = (record: R): ExportValue => toValue(read(record)[key]);
    return column(`${prefix}.${key}`, key, type, (record) =>
      type === "text" ? asText(readValue(record)) : readValue(record),
    );
  });
