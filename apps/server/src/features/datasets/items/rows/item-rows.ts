import type { CellValue, DatasetColumn, DatasetRow } from "@dailies/contract";
import { isFixedColumn } from "../../item-columns.ts";

/** A value as returned by LanceDB or DuckDB. */
export type RawCell = unknown;
export type RawRow = ReadonlyMap<string, RawCell>;

const PREVIEW_CHARACTERS = 200;
const BYTES_PER_NUMBER = 4;
const PREVIEW_NUMBERS = 8;

const asNumber = (value: RawCell): number | null => {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
};
const asText = (value: RawCell): string | null => (typeof value === "string" ? value : null);

/** Integers beyond JavaScript's safe range are sent as text. */
const scalarOf = (value: RawCell): string | number | boolean | null => {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === "string" || typeof value === "boolean") return value;
  return asNumber(value);
};

const previewOf = (text: string): string =>
  text.length > PREVIEW_CHARACTERS ? `${text.slice(0, PREVIEW_CHARACTERS).toWellFormed()}…` : text;

/** The value as clients show it: bytes and vectors are described by their length, never sent. */
export const cellOf = ({ type, encoding }: DatasetColumn, value: RawCell): CellValue => {
  if (value === null || value === undefined) return null;
  switch (type) {
    case "time":
      return momentOf(value);
    case "json": {
      const text = String(value);
      return { kind: "json", bytes: Buffer.byteLength(text), preview: previewOf(text) };
    }
    case "vector":
      return vectorCell(value);
    case "binary":
    case "media":
      return { kind: encoding === "pkl" ? "pickle" : "binary", bytes: asNumber(value) ?? 0, preview: encoding };
    default:
      return scalarOf(value);
  }
};

const momentOf = (value: RawCell): string | null => {
  const ms = value instanceof Date ? value.getTime() : asNumber(value);
  const at = new Date(ms ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
};

const vectorCell = (value: RawCell): CellValue => {
  const numbers = Array.from(value as Iterable<number>);
  const shown = numbers.slice(0, PREVIEW_NUMBERS).map((each) => each.toPrecision(3));
  const more = numbers.length > PREVIEW_NUMBERS ? ", …" : "";
  return { kind: "vector", bytes: numbers.length * BYTES_PER_NUMBER, preview: `[${shown.join(", ")}${more}]` };
};

const mediaOf = (row: RawRow): DatasetRow["media"] => {
  const object = asText(row.get("object"));
  const bytes = asNumber(row.get("media_bytes"));
  if (object === null || bytes === null) return null;
  return {
    object,
    offset: asNumber(row.get("media_offset")) ?? 0,
    bytes,
    content_type: asText(row.get("media_type")) ?? "application/octet-stream",
  };
};

const asWhole = (value: RawCell): number | null => {
  const number = asNumber(value);
  return number === null ? null : Math.round(number);
};

/** Maps an item to its wire format, with the values of the given columns. */
export const toDataItem = (ordinal: number, row: RawRow, columns: readonly DatasetColumn[]): DatasetRow => ({
  ordinal,
  key: asText(row.get("key")) ?? String(ordinal),
  media: mediaOf(row),
  caption: asText(row.get("caption")),
  duration_s: asNumber(row.get("duration_s")),
  width: asWhole(row.get("width")),
  height: asWhole(row.get("height")),
  fps: asNumber(row.get("fps")),
  frames: asWhole(row.get("frames")),
  codec: asText(row.get("codec")),
  fault: asText(row.get("fault")),
  values: Object.fromEntries(
    columns
      .filter(({ name }) => !isFixedColumn(name))
      .map((column) => [column.name, cellOf(column, row.get(column.name))]),
  ),
});
