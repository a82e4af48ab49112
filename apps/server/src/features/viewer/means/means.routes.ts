// Means of a numeric column per shard, for the shard map; the worker computes them once per dataset and column.
import type { ColumnRun, viewerRoutes } from "@dailies/contract";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { useSet } from "../use-set.ts";
import type { ViewerDeps } from "../viewer-deps.ts";
import { type ColumnRunRecord, findColumnRun, listMeans } from "./column-run.store.ts";
import { startColumnRun } from "./start-column-run.ts";

const toColumnRun = (run: ColumnRunRecord): ColumnRun => ({
  status: run.status,
  shards_done: run.shardsDone,
  shards_total: run.shardsTotal,
  samples_per_shard: run.samplesPerShard,
  error: run.error,
});

type Calls = Pick<Handlers<typeof viewerRoutes>, "getColumnMeans" | "measureColumn">;

export const meansHandlers = (deps: ViewerDeps): Calls => ({
  getColumnMeans: ({ actor, params, query }) =>
    useSet(deps, { actor, ...params }, async ({ handle, set }) => {
      const measured = { profileId: handle.profileId, uri: handle.uri, indexTag: set.tag };
      const run = await findColumnRun(deps.db, measured, query.column);
      if (!run) return { run: null, means: [], states: [] };
      const count = Math.max(0, Math.min(query.limit, set.table.shards - query.offset));
      return { run: toColumnRun(run), ...(await listMeans(deps.db, run.id, { offset: query.offset, count })) };
    }),
  measureColumn: ({ actor, params, body, context }) =>
    useSet(deps, { actor, ...params }, async (used) =>
      toColumnRun(await startColumnRun(deps.db, context, used, body.column)),
    ),
});
