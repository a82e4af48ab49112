import {
  type ClusterItem,
  type ClusterJob,
  type DataOperator,
  JOB_ERROR_TYPES,
  type JobErrorType,
  type RayCluster,
} from "@dailies/contract/clusters/schemas";
import type { StatusTone } from "../../ui/feedback/status-tag.tsx";

export const CLUSTER_TONES: Record<ClusterItem["status"], StatusTone> = {
  Waiting: "neutral",
  Reachable: "success",
  Unreachable: "error",
};

export const JOB_TONES: Record<ClusterJob["status"], StatusTone> = {
  PENDING: "neutral",
  RUNNING: "info",
  STOPPED: "neutral",
  SUCCEEDED: "success",
  FAILED: "error",
  LOST: "warning",
};

export const RAY_CLUSTER_TONES: Record<RayCluster["state"], StatusTone> = {
  Pending: "neutral",
  Provisioning: "info",
  Ready: "success",
  Unhealthy: "warning",
  Failed: "error",
  Suspending: "neutral",
  Suspended: "neutral",
  Deleting: "neutral",
};

/** Most conditions are about what should be so; these are about what should not. */
const BAD_WHEN_TRUE: ReadonlySet<string> = new Set(["ReplicaFailure"]);
const NEUTRAL: ReadonlySet<string> = new Set(["RayClusterSuspending", "RayClusterSuspended"]);

export const conditionTone = ({ type, status }: RayCluster["conditions"][number]): StatusTone => {
  if (NEUTRAL.has(type) || status === "Unknown") return "neutral";
  return (status === "True") === BAD_WHEN_TRUE.has(type) ? "error" : "success";
};

export const isErrorType = (type: string): type is JobErrorType => JOB_ERROR_TYPES.some((known) => known === type);

/** How long it runs, or ran; undefined when it has not started. */
export const jobAgeMs = ({ started_at, ended_at }: ClusterJob, nowMs: number): number | undefined =>
  started_at === null ? undefined : Date.parse(ended_at ?? new Date(nowMs).toISOString()) - Date.parse(started_at);

/** The worker polls every five seconds, and these calls read what it wrote. */
export const WATCH_MS = 5_000;

/** How often an open job is asked for: also after its end, until its cluster has forgotten it, because the page says so. */
export const jobWatchMs = ({ ended_at, gone_at }: Pick<ClusterJob, "ended_at" | "gone_at">): number | false => {
  if (gone_at !== null) return false;
  return ended_at === null ? WATCH_MS : WATCH_MS * 3;
};

/** The shell could not find the command: Ray reports it as any other failure of the entry point. */
export const isCommandMissing = (exitCode: number | null): boolean => exitCode === 127;

/** The running operator with the longest queue before it; undefined when nothing waits. */
export const findBottleneck = (operators: readonly DataOperator[]): DataOperator | undefined => {
  const running = operators.filter(({ state, queued_blocks }) => state === "RUNNING" && (queued_blocks ?? 0) > 0);
  return running.toSorted((one, other) => (other.queued_blocks ?? 0) - (one.queued_blocks ?? 0))[0];
};
