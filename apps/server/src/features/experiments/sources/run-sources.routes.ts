// MLflow servers whose runs are listed beside our own: registered by administrators, read by the worker.
import { allows, type RunSourceFault, type RunSourceItem, type runSourcesRoutes } from "@dailies/contract";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { createSource } from "./registration/create-source.ts";
import { deleteSource } from "./registration/delete-source.ts";
import { checkConnection, openSource } from "./registration/open-source.ts";
import { findSource, listSources, pollNext, type SourceRecord } from "./registration/source.store.ts";
import { updateSource } from "./registration/update-source.ts";
import { noSource } from "./registration/validate-source.ts";
import type { RunSourcesDeps } from "./run-sources-deps.ts";
import { FAILURES_TO_OPEN } from "./sync/poll-source.ts";

const statusOf = ({ tried_at, fault }: SourceRecord): RunSourceItem["status"] => {
  if (tried_at === null) return "Waiting";
  return fault === null ? "Reachable" : "Unreachable";
};

/** Addresses are shown to those who may change them. */
const toItem = (row: SourceRecord, { isRestricted }: { readonly isRestricted: boolean }): RunSourceItem => ({
  id: row.id,
  name: row.name,
  kind: row.kind as RunSourceItem["kind"],
  address: isRestricted ? null : row.address,
  login_kind: row.login_kind as RunSourceItem["login_kind"],
  status: statusOf(row),
  fault: row.fault as RunSourceFault | null,
  failures: row.failures,
  is_circuit_open: row.failures >= FAILURES_TO_OPEN,
  next_poll_at: row.next_poll_at.toISOString(),
  seen_at: row.seen_at?.toISOString() ?? null,
  tried_at: row.tried_at?.toISOString() ?? null,
  version: row.version,
  experiments: row.experiments,
  experiments_left_out: row.experiments_left_out,
  runs: row.runs,
  swept_at: row.swept_at?.toISOString() ?? null,
  revision: row.revision,
  created_by: row.created_by,
  updated_at: row.updated_at.toISOString(),
});

export const runSourcesHandlers = (deps: RunSourcesDeps): Handlers<typeof runSourcesRoutes> => {
  const answer = async (id: string): Promise<RunSourceItem> => {
    const row = await findSource(deps.db, id);
    if (!row) throw noSource();
    return toItem(row, { isRestricted: false });
  };
  return {
    async listRunSources({ actor }) {
      const isRestricted = !allows(actor, { permission: "ADMIN_MANAGE_R" });
      const items = (await listSources(deps.db)).map((row) => toItem(row, { isRestricted }));
      return { items, total: items.length };
    },

    async createRunSource({ body, context }) {
      const { name, kind, address, login, request_key: requestKey, is_check_skipped: isCheckSkipped } = body;
      const created = {
        input: { name, kind, address },
        login: login ?? ({ kind: "none" } as const),
        requestKey,
        isCheckSkipped,
      };
      return answer(await createSource(deps, context, created));
    },

    async updateRunSource({ params, body, context }) {
      const { name, kind, address, login, expect_revision: expectedRevision, is_check_skipped: isCheckSkipped } = body;
      const change = { id: params.id, expectedRevision, input: { name, kind, address }, login, isCheckSkipped };
      await updateSource(deps, context, change);
      return answer(params.id);
    },

    async deleteRunSource({ params, context }) {
      await deleteSource(deps, context, params.id);
      return { id: params.id };
    },

    async checkRunSource({ params }) {
      const row = await findSource(deps.db, params.id);
      if (!row) throw noSource();
      const { fault, version } = await checkConnection(() => openSource(deps, row));
      await pollNext(deps.db, params.id, deps.clock());
      return { is_ok: fault === null, fault, version };
    },
  };
};
