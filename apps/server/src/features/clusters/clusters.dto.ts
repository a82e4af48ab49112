import type {
  ClusterFault,
  ClusterItem,
  ClusterJob,
  ClusterJobDetail,
  ClusterResources,
  KubeRaySummary,
} from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import { type JobDetailRow, type JobRow, storedMetadata, storedPipelines, storedTraceback } from "./jobs/job.store.ts";
import { isUnfinished, type RayJobStatus } from "./jobs/job-record.rules.ts";
import { isStopTyped, mayStop } from "./jobs/stop-job.rules.ts";
import { FAILURES_TO_OPEN } from "./polling/poll-cluster.ts";
import type { ClusterRecord } from "./registration/cluster.store.ts";

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;

const statusOf = ({ tried_at, fault }: ClusterRecord): ClusterItem["status"] => {
  if (tried_at === null) return "Waiting";
  return fault === null ? "Reachable" : "Unreachable";
};

/** Addresses are shown to those who may change them. */
export const toClusterItem = (
  row: ClusterRecord,
  { isRestricted }: { readonly isRestricted: boolean },
): ClusterItem => ({
  id: row.id,
  name: row.name,
  kind: row.kind as ClusterItem["kind"],
  address: isRestricted ? null : row.address,
  namespace: isRestricted ? null : row.namespace,
  has_ca_certificate: row.ca_certificate !== null,
  has_token: row.sealed_token !== null,
  status: statusOf(row),
  fault: row.fault as ClusterFault | null,
  jobs_fault: row.jobs_fault as ClusterFault | null,
  failures: row.failures,
  is_circuit_open: row.failures >= FAILURES_TO_OPEN,
  next_poll_at: isoOf(row.next_poll_at),
  seen_at: isoOf(row.seen_at),
  tried_at: isoOf(row.tried_at),
  ray_version: row.ray_version,
  is_token_required: row.is_token_required,
  head_started_at: isoOf(row.head_started_at),
  resources: row.resources as ClusterResources | null,
  resources_at: isoOf(row.resources_at),
  nodes_alive: row.nodes_alive,
  nodes_total: row.nodes_total,
  nodes_at: isoOf(row.nodes_at),
  kuberay: row.kuberay as KubeRaySummary | null,
  jobs_at: isoOf(row.jobs_at),
  running_jobs: row.running_jobs,
  pending_jobs: row.pending_jobs,
  jobs_left_out: row.jobs_left_out,
  revision: row.revision,
  created_by: row.created_by,
  updated_at: row.updated_at.toISOString(),
});

export const toClusterJob = (row: JobRow): ClusterJob => ({
  id: row.id,
  cluster_id: row.cluster_id,
  type: row.type as ClusterJob["type"],
  key: row.job_key,
  driver_job_id: row.driver_job_id,
  status: row.status as ClusterJob["status"],
  entrypoint: row.entrypoint,
  owner: row.owner,
  gpus: row.gpus,
  progress:
    row.blocks_total === null || Number(row.blocks_total) === 0
      ? null
      : { done: Number(row.blocks_done ?? 0), total: Number(row.blocks_total) },
  error_type: row.error_type,
  started_at: isoOf(row.started_at),
  ended_at: isoOf(row.ended_at),
  changed_at: row.changed_at.toISOString(),
  gone_at: isoOf(row.gone_at),
  stop_asked_at: isoOf(row.stop_asked_at),
  stop_asked_by: row.stop_asked_by,
});

export const toJobDetail = (row: JobDetailRow, actor: Actor): ClusterJobDetail => ({
  ...toClusterJob(row),
  cluster_name: row.cluster_name,
  exit_code: row.exit_code,
  message: row.message,
  traceback: storedTraceback(row),
  metadata: storedMetadata(row),
  pipelines: storedPipelines(row),
  pipelines_at: isoOf(row.pipelines_at),
  log_read_at: isoOf(row.log_read_at),
  may_stop:
    row.type === "SUBMISSION" &&
    isUnfinished(row.status as RayJobStatus) &&
    row.gone_at === null &&
    mayStop(actor, row),
  is_stop_typed: isStopTyped(row),
});
