import type { Comparison } from "@dailies/contract";
import type { ItemsDeps } from "../items-deps.ts";
import type { QueryStats } from "../query/answer-in-time.ts";
import { type ItemQuery, openSelection } from "../query/open-selection.ts";
import { selectBuckets } from "../replica/aggregates.store.ts";
import { queryStatsOf } from "../rows/list-items.ts";
import { BUCKET_AXES, classFilters, classLabel } from "./bucket.rules.ts";

export interface ItemBucket {
  readonly labels: readonly string[];
  readonly items: number;
  readonly durationS: number;
  readonly filters: readonly Comparison[];
}

/** Counts the selected items by training bucket (resolution, frames, aspect ratio). */
export const bucketItems = async (
  deps: Pick<ItemsDeps, "db" | "replicas">,
  datasetId: string,
  query: ItemQuery,
  signal: AbortSignal,
): Promise<QueryStats & { readonly buckets: readonly ItemBucket[] }> => {
  const startedMs = performance.now();
  const selection = await openSelection(deps, datasetId, query, signal);
  const counted = await selectBuckets(await deps.replicas.engine(), selection, BUCKET_AXES, signal);
  const buckets = counted.map(({ classes, items, durationS }) => ({
    labels: BUCKET_AXES.map((axis, at) => classLabel(axis, classes[at] ?? null)),
    filters: BUCKET_AXES.flatMap((axis, at) => classFilters(axis, classes[at] ?? null)),
    items,
    durationS,
  }));
  return { ...queryStatsOf(selection, startedMs), isTotalExact: selection.replica.isWhole, buckets };
};
