import { FormatFault } from "../format-fault.ts";
import type { ShardColumn } from "../shard-writer.ts";
import { bytesField, numberField, textField } from "./write-protobuf.ts";

const LOGICAL_TYPES: Readonly<Record<Exclude<ShardColumn["type"], "vector">, string>> = {
  bytes: "binary",
  text: "string",
  integer: "int64",
  number: "double",
  boolean: "bool",
  time: "timestamp:us:UTC",
  json: "string",
};

const PLAIN = 1;
const VAR_BINARY = 2;
const TOP_LEVEL = -1;

/** Columns whose values have a length of their own. */
export const hasOffsets = ({ type }: ShardColumn): boolean => type === "bytes" || type === "text" || type === "json";

const logicalTypeOf = ({ name, type, dimensions }: ShardColumn): string => {
  if (type !== "vector") return LOGICAL_TYPES[type];
  if (dimensions === undefined || dimensions < 1)
    throw new FormatFault("unsupported", `the vectors of the column ${name} have no common length`);
  return `fixed_size_list:float:${dimensions}`;
};

/** Every column may be empty, so that all shards of a package have the same schema. */
const fieldOf = (column: ShardColumn, id: number): Uint8Array[] => [
  textField(2, column.name),
  numberField(3, id),
  numberField(4, TOP_LEVEL),
  textField(5, logicalTypeOf(column)),
  numberField(6, 1),
  numberField(7, hasOffsets(column) ? VAR_BINARY : PLAIN),
];

/** The schema, as field 1 of both the manifest of a table and the description of a data file. */
export const schemaFields = (columns: readonly ShardColumn[]): readonly Uint8Array[] => {
  if (new Set(columns.map(({ name }) => name)).size < columns.length)
    throw new FormatFault("malformed", "two columns have the same name");
  return columns.map((column, id) => bytesField(1, ...fieldOf(column, id)));
};
