import { MAX_SHARDS_A_CALL } from "@dailies/contract/viewer/routes";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { viewerCalls } from "../../lib/api/clients/data/viewer.ts";

/** Every component here shows its errors inline. */
export const meta = { silent: true };
/** Shards are immutable; only reopening a dataset refetches them. */
export const FOR_GOOD = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false } as const;

export const mapQuery = (handle: string, offset: number) =>
  queryOptions({
    queryKey: ["viewer", handle, "map", offset],
    queryFn: (context) =>
      viewerCalls.mapShards({ params: { handle }, query: { offset, limit: MAX_SHARDS_A_CALL } }, context),
    ...FOR_GOOD,
    placeholderData: keepPreviousData,
    meta,
  });

const MEANS_POLL_MS = 2_000;
/** A reply with many shards is large, so it is polled less often. */
const MANY_SHARDS = 10_000;
const SLOW_POLL_MS = 10_000;

const isUnderWay = (run: { status: string } | null | undefined): boolean =>
  run?.status === "Waiting" || run?.status === "Running";

/** The means of a column per shard, polled while the worker computes them. */
export const meansQuery = (handle: string, column: string, offset: number) =>
  queryOptions({
    queryKey: ["viewer", handle, "means", column, offset],
    queryFn: (context) =>
      viewerCalls.getColumnMeans({ params: { handle }, query: { column, offset, limit: MAX_SHARDS_A_CALL } }, context),
    refetchInterval: ({ state: { data } }) => {
      if (!isUnderWay(data?.run)) return false;
      return (data?.means.length ?? 0) > MANY_SHARDS ? SLOW_POLL_MS : MEANS_POLL_MS;
    },
    meta,
  });

export const useMeasureColumn = (handle: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (column: string) => viewerCalls.measureColumn({ params: { handle }, body: { column } }),
    onSettled: (_run, _error, column) => cache.invalidateQueries({ queryKey: ["viewer", handle, "means", column] }),
  });
};

export const shardQuery = (handle: string, shard: number) =>
  queryOptions({
    queryKey: ["viewer", handle, "shard", shard],
    queryFn: (context) => viewerCalls.getShard({ params: { handle, shard: `${shard}` } }, context),
    ...FOR_GOOD,
    meta,
  });

/** Signed URLs last for minutes, so reuse them for one minute. */
const ADDRESS_MS = 60_000;

export const addressQuery = (handle: string, shard: number) =>
  queryOptions({
    queryKey: ["viewer", handle, "address", shard],
    queryFn: (context) => viewerCalls.addressShard({ params: { handle, shard: `${shard}` } }, context),
    staleTime: ADDRESS_MS,
    gcTime: ADDRESS_MS,
    meta,
  });
