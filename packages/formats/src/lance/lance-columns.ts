import type { ColumnType } from "../column-type.ts";
import { type ProtoField, readMessage, signedOf, textOf } from "./protobuf.ts";

export interface LanceColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Lance's own type name: `fixed_size_list:float:16`. */
  readonly encoding: string;
  readonly isNullable: boolean;
}

interface LanceField {
  name: string;
  id: number;
  parent: number;
  logical: string;
  isNullable: boolean;
}

const SIMPLE: Readonly<Record<string, ColumnType>> = {
  string: "text",
  large_string: "text",
  bool: "boolean",
  halffloat: "number",
  float: "number",
  double: "number",
  int8: "integer",
  int16: "integer",
  int32: "integer",
  int64: "integer",
  uint8: "integer",
  uint16: "integer",
  uint32: "integer",
  uint64: "integer",
  binary: "binary",
  large_binary: "binary",
  blob: "binary",
  json: "json",
};
const VECTOR = /^fixed_size_list:(lance\.bfloat16|halffloat|float|double):\d{1,9}$/;

const typeOf = (logical: string): ColumnType => {
  if (Object.hasOwn(SIMPLE, logical)) return SIMPLE[logical] ?? "json";
  if (VECTOR.test(logical)) return "vector";
  const [word = ""] = logical.split(":", 1);
  if (word === "timestamp" || word === "date32" || word === "date64" || word === "date") return "time";
  if (word === "decimal") return "number";
  if (word === "fixed_size_binary") return "binary";
  return word === "dict" ? typeOf(logical.split(":")[1] ?? "") : "json";
};

const readField = (bytes: Uint8Array): LanceField => {
  const field: LanceField = { name: "", id: -1, parent: -1, logical: "", isNullable: false };
  const readers: Readonly<Record<number, (value: ProtoField) => void>> = {
    2: (value) => {
      field.name = textOf(value);
    },
    3: (value) => {
      field.id = signedOf(value);
    },
    4: (value) => {
      field.parent = signedOf(value);
    },
    5: (value) => {
      field.logical = textOf(value);
    },
    6: (value) => {
      field.isNullable = value.number !== 0;
    },
  };
  for (const value of readMessage(bytes)) readers[value.id]?.(value);
  return field;
};

/** The top-level columns; children of lists and structs belong to them. */
export const readColumns = (fields: readonly Uint8Array[]): readonly LanceColumn[] =>
  fields
    .map(readField)
    .filter(({ parent }) => parent < 0)
    .map(({ name, logical, isNullable }) => ({
      name,
      type: typeOf(logical),
      encoding: logical.slice(0, 200),
      isNullable,
    }));
