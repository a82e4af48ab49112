// Sets of shards: opening, index facts, signed URLs of shards, and comparison of two sets.

import { SHARD_STATES, type viewerRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { SIGNED_URL_TTL_S } from "../../platform/s3/signed-url-ttl.ts";
import { compareShards, countsOf } from "./compare-shards.ts";
import { toHeader, toShard } from "./describe-set.ts";
import { listRecentHandles } from "./handle.store.ts";
import { openShards } from "./open-shards.ts";
import { checkShard, type UsedSet, useSet } from "./use-set.ts";
import { listShardStates } from "./verify/verification.store.ts";
import type { ViewerDeps } from "./viewer-deps.ts";

type Calls = Pick<
  Handlers<typeof viewerRoutes>,
  "openShards" | "listOpened" | "getShardsHeader" | "mapShards" | "getShard" | "addressShard" | "compareShards"
>;

const identityOf = ({ handle, set }: UsedSet) => ({
  profileId: handle.profileId,
  uri: handle.uri,
  indexTag: set.tag,
});

export const setHandlers = (deps: ViewerDeps): Calls => ({
  openShards: ({ actor, query, context }) =>
    context.withRequestSignal(async (signal) => {
      const input = { uri: query.uri, datasetId: query.dataset_id };
      const opened = await openShards(deps, { actor, at: deps.clock(), signal }, input);
      return toHeader(opened.set, opened);
    }),
  async listOpened({ actor }) {
    const items = await listRecentHandles(deps.db, actor.userId);
    return {
      items: items.map(({ id, uri, format, samples, openedAt }) => ({
        handle: id,
        uri,
        format,
        samples,
        opened_at: openedAt.toISOString(),
      })),
      total: items.length,
    };
  },
  getShardsHeader: ({ actor, params }) =>
    useSet(deps, { actor, ...params }, async ({ set, handle }) => toHeader(set, { ...handle, handle: handle.id })),
  mapShards: ({ actor, params, query }) =>
    useSet(deps, { actor, ...params }, async (used) => {
      const columns = used.set.table.slice(query.offset, query.limit);
      const states = new Array<number>(columns.samples.length).fill(0);
      for (const { shard, state } of await listShardStates(deps.db, identityOf(used))) {
        const at = shard - query.offset;
        if (at >= 0 && at < states.length) states[at] = SHARD_STATES.indexOf(state);
      }
      return { ...columns, states };
    }),
  getShard: ({ actor, params }) =>
    useSet(deps, { actor, ...params }, async (used) => {
      const shard = checkShard(used, params.shard);
      const states = await listShardStates(deps.db, identityOf(used), shard);
      return toShard(used.set, shard, states[0]?.state ?? "unknown");
    }),
  addressShard: ({ actor, params }) =>
    useSet(deps, { actor, ...params }, async (used) => {
      const shard = checkShard(used, params.shard);
      const { object, hasRanges } = used.set.describeShard(shard);
      const expiresAt = new Date(deps.clock().getTime() + SIGNED_URL_TTL_S.browser * 1_000);
      return {
        url: used.bucketReader.presign(object, SIGNED_URL_TTL_S.browser),
        bytes: used.set.table.storedBytesOf[shard] ?? 0,
        has_ranges: hasRanges,
        expires_at: expiresAt.toISOString(),
      };
    }),
  compareShards: ({ actor, body, context }) =>
    context.withRequestSignal((signal) =>
      useSet(deps, { actor, handle: body.left, signal }, (left) =>
        useSet(deps, { actor, handle: body.right, signal }, async (right) => {
          const { columns, keys } = await compareShards(left, right, signal);
          return {
            columns: columns.map(({ isEqual, ...column }) => ({ ...column, is_equal: isEqual })),
            left: countsOf(left),
            right: countsOf(right),
            keys: keys && {
              both: keys.both,
              only_left: keys.onlyLeft,
              only_right: keys.onlyRight,
              is_sampled: keys.isSampled,
              looked_at: keys.lookedAt,
            },
          };
        }),
      ),
    ),
});
