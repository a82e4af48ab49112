import type { DatasetRow } from "@dailies/contract";
import { DomainError } from "../../../../errors.ts";
import type { ItemVersion } from "../item-version.store.ts";
import type { ItemsDeps } from "../items-deps.ts";
import { TIME_LIMIT_MS } from "../query/answer-in-time.ts";
import { chooseColumns, fetchItems } from "./fetch-items.ts";
import { getItemRow } from "./get-item.ts";
import { toPoint, vectorColumnOf } from "./read-features.ts";

export interface SimilarItem {
  readonly item: DatasetRow;
  readonly distance: number;
}

type Deps = Pick<ItemsDeps, "db" | "tableReader" | "replicas">;

/** The nearest items by vector, without the item itself. */
export const listSimilar = async (
  deps: Deps,
  datasetId: string,
  input: { readonly ordinal: number; readonly count: number; readonly version: number | undefined },
  signal: AbortSignal,
): Promise<SimilarItem[]> => {
  const names = (source: ItemVersion): string[] => [requireVector(source)];
  const { source, row } = await getItemRow(deps, datasetId, { ...input, names });
  const column = requireVector(source);
  const point = toPoint(row.get(column));
  if (!point) throw new DomainError("conflict", "this item has no embedding to compare");
  const near = await findNearest(deps, source, { column, point, count: input.count + 1 }, signal);
  const others = near.filter(({ ordinal }) => ordinal !== input.ordinal).slice(0, input.count);
  const replica = await deps.replicas.open(source, signal);
  const ordinals = others.map(({ ordinal }) => ordinal);
  const items = await fetchItems(
    deps,
    { source, replica, ordinals, columns: chooseColumns(source, undefined) },
    signal,
  );
  const distances = new Map(others.map(({ ordinal, distance }) => [ordinal, distance]));
  return items.map((item) => ({ item, distance: distances.get(item.ordinal) ?? 0 }));
};

const requireVector = (source: ItemVersion): string => {
  const column = vectorColumnOf(source);
  if (column === undefined) throw new DomainError("conflict", "this dataset has no embeddings to compare items by");
  return column;
};

const findNearest = async (
  { tableReader }: Deps,
  source: ItemVersion,
  query: { column: string; point: Float32Array; count: number },
  signal: AbortSignal,
): Promise<{ ordinal: number; distance: number }[]> => {
  const found = await tableReader.findNearest(source, { ...query, timeMs: TIME_LIMIT_MS }, signal);
  return [...found].sort((a, b) => a.distance - b.distance || a.ordinal - b.ordinal);
};
