import { FormatFault } from "../../format-fault.ts";
import { codecOf } from "../../inflate.ts";
import { safeName } from "../../safe-name.ts";
import { type MdsColumn, type MdsSchema, SHARD_FORMATS, type ShardFormat } from "./mds-index.ts";

const VERSION = 2;
const MAX_COLUMNS = 4096;
const MAX_SAMPLES = 0xffff_ffff;
const MAX_SEPARATOR = 16;

export type RawEntry = Readonly<Record<string, unknown>>;

export interface FileEntry {
  readonly name: string;
  readonly bytes: number;
  readonly hashes: RawEntry;
}

const refuse = (what: string): never => {
  throw new FormatFault("malformed", `the index: ${what}`);
};

export const asObject = (value: unknown, what: string): RawEntry =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as RawEntry) : refuse(what);

const asCount = (value: unknown, what: string, most = Number.MAX_SAFE_INTEGER): number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= most ? value : refuse(what);

const asTexts = (value: unknown, what: string): readonly string[] =>
  Array.isArray(value) && value.length <= MAX_COLUMNS && value.every((one) => typeof one === "string")
    ? value
    : refuse(what);

const asTextOr = (value: unknown, fallback: string, what: string): string => {
  if (value === undefined || value === null) return fallback;
  return typeof value === "string" && value.length > 0 && value.length <= MAX_SEPARATOR ? value : refuse(what);
};

const readSize = (value: unknown): number | null => {
  const size = value === null || value === undefined ? 0 : asCount(value, "column_sizes are not sizes", MAX_SAMPLES);
  return size === 0 ? null : size;
};

const readColumns = (entry: RawEntry, format: ShardFormat): readonly MdsColumn[] => {
  if (format === "json") {
    const columns = Object.entries(asObject(entry.columns, "columns are not an object"));
    const encodings = asTexts(
      columns.map(([, encoding]) => encoding),
      "columns are not strings",
    );
    return columns.map(([name], at) => ({ name, encoding: encodings[at] ?? "", sizeBytes: null }));
  }
  const names = asTexts(entry.column_names, "column_names are not strings");
  const encodings = asTexts(entry.column_encodings, "column_encodings are not strings");
  const sizes = format === "mds" ? entry.column_sizes : names.map(() => null);
  if (!Array.isArray(sizes) || encodings.length !== names.length || sizes.length !== names.length) {
    return refuse("column names, encodings and sizes have different lengths");
  }
  if (new Set(names).size !== names.length) refuse("two columns have the same name");
  return names.map((name, at) => ({ name, encoding: encodings[at] ?? "", sizeBytes: readSize(sizes[at]) }));
};

const SEPARATORS: Partial<Record<ShardFormat, string>> = { csv: ",", tsv: "\t" };

export const readSchema = (entry: RawEntry): MdsSchema => {
  const format = SHARD_FORMATS.find((known) => known === entry.format);
  if (format === undefined)
    throw new FormatFault("unsupported", `shard format ${String(entry.format).slice(0, 40)} is not supported`);
  const compression = typeof entry.compression === "string" ? entry.compression : null;
  if (compression === null && entry.zip_data) refuse("zip_data without compression");
  const limit = entry.size_limit === null || entry.size_limit === undefined ? null : entry.size_limit;
  const columns = readColumns(entry, format);
  return {
    format,
    columns,
    compression,
    codec: compression !== null && entry.zip_data ? codecOf(compression) : null,
    hashes: asTexts(entry.hashes ?? [], "hashes are not names"),
    sizeLimitBytes: limit === null ? null : asCount(limit, "size_limit is not a size"),
    separator: SEPARATORS[format] ?? asTextOr(entry.separator, ",", "separator is not a string"),
    newline: asTextOr(entry.newline, "\n", "newline is not a string"),
  };
};

export const readFile = (value: unknown, what: string): FileEntry => {
  const file = asObject(value, `${what} is not an object`);
  if (typeof file.basename !== "string") return refuse(`${what} has no basename`);
  return {
    name: safeName(file.basename),
    bytes: asCount(file.bytes, `${what} has no size`),
    hashes:
      file.hashes === undefined || file.hashes === null ? {} : asObject(file.hashes, `${what} has invalid hashes`),
  };
};

export const checkVersion = (version: unknown): void => {
  if (version !== VERSION) {
    throw new FormatFault(
      "unsupported",
      `index version ${String(version).slice(0, 40)} is not supported; only version 2 is`,
    );
  }
};

export const readSampleCount = (entry: RawEntry): number =>
  asCount(entry.samples, "samples is not a count", MAX_SAMPLES);
