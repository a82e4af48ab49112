import type { DatasetColumn } from "@dailies/contract";
import { freeName, isIndexedType } from "../../item-columns.ts";
import { roleOf } from "./name-columns.ts";
import type { PartColumn } from "./part-columns.ts";

/** A column of the dataset with its name in the item table. */
export interface NamedColumn {
  readonly sourceName: string;
  readonly dimensions: number | undefined;
  readonly column: DatasetColumn;
}

const MAX_NAME = 200;

/** A caption column of the dataset is already stored in the fixed `caption` column. */
const isKeptElsewhere = ({ name, type }: PartColumn): boolean => name === "caption" && type === "text";

export const nameOwnColumns = (columns: readonly PartColumn[]): NamedColumn[] => {
  const taken = new Set<string>();
  return columns.flatMap((own): NamedColumn[] => {
    if (isKeptElsewhere(own)) return [];
    const name = freeName(own.name.slice(0, MAX_NAME), taken);
    taken.add(name.toLowerCase());
    const { type, encoding, dimensions } = own;
    const column = { name, type, encoding, role: roleOf(own.name, type), is_indexed: isIndexedType(type) };
    return [{ sourceName: own.name, dimensions, column }];
  });
};
