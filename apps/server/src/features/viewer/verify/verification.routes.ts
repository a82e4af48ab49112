// Verifications of opened sets; the worker does the work shard by shard.
import type { VerifyRun, viewerRoutes } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { findHandleOfSet } from "../handle.store.ts";
import { getOwnHandle, useSet } from "../use-set.ts";
import type { ViewerDeps } from "../viewer-deps.ts";
import { cancelVerification } from "./cancel-verification.ts";
import { getVerification, startVerification } from "./start-verification.ts";
import type { VerifyFault } from "./verdict.ts";
import { listFaults, listVerificationsOf, type Verification } from "./verification.store.ts";

const toVerifyRun = (run: Verification, handle: string, faults: readonly VerifyFault[]): VerifyRun => ({
  id: run.id,
  handle,
  uri: run.uri,
  status: run.status,
  shards_done: run.shardsDone,
  shards_total: run.shardsTotal,
  bytes_read: run.bytesRead,
  faults_total: run.faultsTotal,
  faults: [...faults],
  error: run.error,
  started_at: run.startedAt.toISOString(),
  finished_at: run.finishedAt?.toISOString() ?? null,
});

type Calls = Pick<
  Handlers<typeof viewerRoutes>,
  "verifyShards" | "getVerification" | "listVerifications" | "cancelVerification"
>;

export const verificationHandlers = (deps: ViewerDeps): Calls => {
  const { db } = deps;
  /** Verifications are shared between users: each gets their own handle of the set, if they have one. */
  const show = async (actor: Actor, run: Verification): Promise<VerifyRun> => {
    const own = run.startedBy === actor.userId ? run.handle : await findHandleOfSet(db, actor.userId, run);
    return toVerifyRun(run, own ?? run.handle, await listFaults(db, run.id));
  };
  return {
    verifyShards: ({ actor, params, body, context }) =>
      useSet(deps, { actor, ...params }, async (used) => {
        const { shards, decodes_samples: decodesSamples, request_key: requestKey } = body;
        const input = { shards, decodesSamples, requestKey };
        return show(actor, await startVerification(db, context, used, input));
      }),
    getVerification: async ({ actor, params }) => show(actor, await getVerification(db, params.id)),
    async listVerifications({ actor, params }) {
      const handle = await getOwnHandle(deps, actor, params.handle);
      const { items, total } = await listVerificationsOf(db, handle);
      return { items: items.map((run) => toVerifyRun(run, handle.id, [])), total };
    },
    cancelVerification: async ({ params, actor, context }) =>
      show(actor, await cancelVerification(db, context, params.id)),
  };
};
