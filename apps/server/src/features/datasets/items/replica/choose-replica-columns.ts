import type { DatasetColumn } from "@dailies/contract";
import type { Field } from "apache-arrow";
import { Precision, Type } from "apache-arrow/enum";
import { FIXED_COLUMNS } from "../../item-columns.ts";
import type { ReplicaColumn, ReplicaType } from "./replica-columns.ts";

/** Needed only to locate a sample, which is read from the item table. The ordinal is the row number. */
const LEFT_OUT: ReadonlySet<string> = new Set(["ordinal", "part", "sample_object", "sample_offset", "sample_bytes"]);
const FIXED: ReadonlySet<string> = new Set(FIXED_COLUMNS);

/** Only types with the same memory layout in both engines are copied. */
const INTEGERS: Readonly<Record<number, ReplicaType>> = { 32: "INTEGER", 64: "BIGINT" };

const replicaType = ({ type }: Field): ReplicaType | undefined => {
  switch (type.typeId) {
    case Type.Int:
      return INTEGERS[type.bitWidth];
    case Type.Float:
      return type.precision === Precision.DOUBLE ? "DOUBLE" : undefined;
    case Type.Bool:
      return "BOOLEAN";
    case Type.Utf8:
      return "VARCHAR";
    case Type.Timestamp:
      return "BIGINT";
    default:
      return undefined;
  }
};

/** Chooses the columns to copy: those that can be filtered, and those that a page of items shows. */
export const chooseReplicaColumns = (fields: readonly Field[], columns: readonly DatasetColumn[]): ReplicaColumn[] => {
  const indexed = new Set(columns.filter((column) => column.is_indexed).map((column) => column.name));
  const chosen: ReplicaColumn[] = [];
  for (const field of fields) {
    const isWanted = indexed.has(field.name) || (FIXED.has(field.name) && !LEFT_OUT.has(field.name));
    const type = isWanted ? replicaType(field) : undefined;
    if (type) chosen.push({ name: field.name, id: `c${chosen.length}`, type });
  }
  return chosen;
};
