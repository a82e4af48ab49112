// Ray clusters, their jobs, logs and nodes as the worker last read them. No handler but those that register, check, stop or
// follow a log asks a cluster anything.
import { allows, type ClusterItem, type ClusterNode, type clustersRoutes, type RayCluster } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import { openEventStream, sessionTokenHash } from "../../http/routing/event-stream.ts";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { toClusterItem, toClusterJob, toJobDetail } from "./clusters.dto.ts";
import type { ClustersDeps } from "./clusters-deps.ts";
import { findJob, findJobLog, findJobsReadAt, findNodes, listEndedJobs, listRunningJobs } from "./jobs/job.store.ts";
import { stopJob } from "./jobs/stop-job.ts";
import { type LiveLogs, watchLog } from "./live-log/watch-log.ts";
import { checkCluster } from "./registration/check-connection.ts";
import { type ClusterInput, findCluster, listClusters } from "./registration/cluster.store.ts";
import { createCluster } from "./registration/create-cluster.ts";
import { deleteCluster } from "./registration/delete-cluster.ts";
import { updateCluster } from "./registration/update-cluster.ts";
import { noCluster } from "./registration/validate-cluster.ts";

type AllHandlers = Handlers<typeof clustersRoutes>;

const noJob = (): DomainError => new DomainError("not_found", "there is no such job");

const toInput = ({
  name,
  kind,
  address,
  namespace,
}: Omit<ClusterInput, "namespace"> & { namespace?: string | undefined }) => ({
  name,
  kind,
  address,
  namespace: namespace ?? null,
});

export const clustersHandlers = (deps: ClustersDeps, logs: LiveLogs): AllHandlers => {
  const answer = async (id: string): Promise<ClusterItem> => {
    const row = await findCluster(deps.db, id);
    if (!row) throw noCluster();
    return toClusterItem(row, { isRestricted: false });
  };
  const requireRead = async (id: string): Promise<string | null> => {
    const found = await findJobsReadAt(deps.db, id);
    if (!found) throw noCluster();
    return found.jobs_at?.toISOString() ?? null;
  };

  return {
    async listClusters({ actor }) {
      const isRestricted = !allows(actor, { permission: "ADMIN_MANAGE_R" });
      const items = (await listClusters(deps.db)).map((row) => toClusterItem(row, { isRestricted }));
      return { items, total: items.length };
    },

    async listRunningJobs({ params, query }) {
      const readAt = await requireRead(params.id);
      const { items, total } = await listRunningJobs(deps.db, params.id, query);
      return { items: items.map(toClusterJob), total, read_at: readAt };
    },

    async listRecentJobs({ params, query }) {
      const readAt = await requireRead(params.id);
      const { limit, offset, status, q } = query;
      const rows = await listEndedJobs(deps.db, params.id, { limit, offset, status, words: q?.trim() });
      return { items: rows.slice(0, limit).map(toClusterJob), has_more: rows.length > limit, read_at: readAt };
    },

    async listClusterNodes({ params }) {
      const found = await findNodes(deps.db, params.id);
      if (!found) throw noCluster();
      const items = (found.nodes ?? []) as unknown as ClusterNode[];
      return { items, total: items.length, read_at: found.nodes_at?.toISOString() ?? null };
    },

    async listRayClusters({ params }) {
      const found = await findNodes(deps.db, params.id);
      if (!found) throw noCluster();
      const items = (found.ray_clusters ?? []) as unknown as RayCluster[];
      return { items, total: items.length, read_at: found.nodes_at?.toISOString() ?? null };
    },

    async getClusterJob({ params, actor }) {
      const row = await findJob(deps.db, params.id);
      if (!row) throw noJob();
      return toJobDetail(row, actor);
    },

    async getClusterJobLog({ params }) {
      const row = await findJob(deps.db, params.id);
      if (!row) throw noJob();
      const log = await findJobLog(deps.db, params.id);
      return {
        text: log?.tail ?? "",
        is_truncated: log?.is_truncated ?? false,
        read_at: log?.read_at.toISOString() ?? null,
        changed_at: log?.changed_at.toISOString() ?? null,
        is_final: row.is_log_final,
      };
    },

    watchClusterJobLog: ({ actor, params, reply }) =>
      watchLog(deps, logs, {
        jobId: params.id,
        actor,
        tokenHash: sessionTokenHash(reply),
        open: () => openEventStream(reply),
      }),

    async stopClusterJob({ params, body, context }) {
      const row = await stopJob(deps, context, { id: params.id, typedName: body.typed_name });
      return toJobDetail(row, context.actor);
    },

    async createCluster({ body, context }) {
      const { token, ca_certificate: caCertificate, request_key: requestKey, is_check_skipped: isCheckSkipped } = body;
      const created = { input: toInput(body), token, caCertificate, requestKey, isCheckSkipped };
      return answer(await createCluster(deps, context, created));
    },

    async updateCluster({ params, body, context }) {
      const { token, ca_certificate: caCertificate, is_check_skipped: isCheckSkipped } = body;
      const change = { input: toInput(body), token, caCertificate, isCheckSkipped };
      await updateCluster(deps, context, { id: params.id, expectedRevision: body.expect_revision, ...change });
      return answer(params.id);
    },

    async deleteCluster({ params, context }) {
      await deleteCluster(deps, context, params.id);
      return { id: params.id };
    },

    async checkCluster({ params }) {
      const { fault, rayVersion, isTokenRequired } = await checkCluster(deps, params.id);
      return { is_ok: fault === null, fault, ray_version: rayVersion, is_token_required: isTokenRequired };
    },
  };
};
