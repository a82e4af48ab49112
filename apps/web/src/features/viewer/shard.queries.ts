import { MAX_SHARDS_A_CALL } from "@dailies/contract/viewer/routes";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { viewerCalls } from "../../lib/api/clients/viewer.ts";

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
