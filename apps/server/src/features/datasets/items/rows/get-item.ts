import type { DatasetRow } from "@dailies/contract";
import { DomainError } from "../../../../errors.ts";
import { isFixedColumn } from "../../item-columns.ts";
import type { ItemVersion } from "../item-version.store.ts";
import type { ItemsDeps } from "../items-deps.ts";
import { getItemVersion } from "../query/open-selection.ts";
import { readRows, SHOWN } from "./fetch-items.ts";
import { type RawRow, toDataItem } from "./item-rows.ts";
import { vectorColumnOf } from "./read-features.ts";

export interface FoundItem {
  readonly source: ItemVersion;
  readonly row: RawRow;
}

/** Returns one row of a version; fails for ordinals beyond its end. */
export const getItemRow = async (
  deps: Pick<ItemsDeps, "db" | "tableReader" | "replicas">,
  datasetId: string,
  {
    ordinal,
    version,
    names,
  }: { ordinal: number; version: number | undefined; names: (source: ItemVersion) => string[] },
): Promise<FoundItem> => {
  const source = await getItemVersion(deps, datasetId, version);
  const rows = await readRows(deps, source, [ordinal], names(source));
  const row = rows.get(ordinal);
  if (!row) throw new DomainError("not_found", "there is no such item in this version");
  return { source, row };
};

/** All values of one item. For bytes, only type and length are returned; they have a separate call. */
export const getItem = async (
  deps: Pick<ItemsDeps, "db" | "tableReader" | "replicas">,
  datasetId: string,
  input: { readonly ordinal: number; readonly version: number | undefined },
): Promise<{ item: DatasetRow; hasSimilar: boolean }> => {
  const own = (source: ItemVersion) => source.columns.filter(({ name }) => !isFixedColumn(name));
  const names = (source: ItemVersion): string[] => [...SHOWN, ...own(source).map(({ name }) => name)];
  const { source, row } = await getItemRow(deps, datasetId, { ...input, names });
  const vector = vectorColumnOf(source);
  const hasSimilar = vector !== undefined && row.get(vector) !== null && row.get(vector) !== undefined;
  return { item: toDataItem(input.ordinal, row, own(source)), hasSimilar };
};
