import type { KubeRaySummary, RayCluster } from "@dailies/contract";
import type { KubeRayList } from "../../../platform/kuberay/kuberay-client.ts";
import type { RayClusterAnswer, RayJobAnswer } from "../../../platform/kuberay/kuberay-schemas.ts";
import type { JobDetails } from "../../../platform/ray/ray-schemas.ts";
import { storableText, withoutPaths, withoutSecretValues } from "../../../platform/ray/ray-text.ts";

const MAX_GROUPS = 50;
const MAX_CONDITIONS = 20;
/** What KubeRay writes for a group without a limit. */
const NO_LIMIT = 2_147_483_647;

type Condition = RayCluster["conditions"][number];

const shortText = (text: string | null | undefined, max: number): string | null =>
  text === null || text === undefined || text === "" ? null : storableText(text, max);
const momentOf = (text: string | null | undefined): string | null => {
  const ms = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
};
const limitOf = (count: number | null | undefined): number | null =>
  count === null || count === undefined || count >= NO_LIMIT ? null : count;
const cleanMessage = (text: string | null | undefined, secrets: readonly string[]): string =>
  storableText(withoutPaths(withoutSecretValues((text ?? "").slice(0, 2_000), secrets)), 500);

export const toRayCluster = ({ metadata, spec, status }: RayClusterAnswer, secrets: readonly string[]): RayCluster => {
  const conditions = (status?.conditions ?? []).slice(0, MAX_CONDITIONS).map((condition) => ({
    type: storableText(condition.type, 100),
    status: storableText(condition.status, 20),
    reason: storableText(condition.reason ?? "", 100),
    message: cleanMessage(condition.message, secrets),
    changed_at: momentOf(condition.lastTransitionTime),
  }));
  const owner = metadata.ownerReferences?.find((reference) => reference !== null && /^Ray\w+$/.test(reference.kind));
  const reason = cleanMessage(status?.reason, secrets);
  const port = status?.endpoints?.dashboard;
  return {
    name: storableText(metadata.name, 253),
    state: stateOf({ metadata, spec, status }, conditions),
    reason: reason === "" ? null : reason,
    ray_version: shortText(spec.rayVersion, 60),
    is_autoscaled: spec.enableInTreeAutoscaling === true,
    owner: owner ? { kind: storableText(owner.kind, 60), name: storableText(owner.name, 253) } : null,
    desired_workers: status?.desiredWorkerReplicas ?? 0,
    ready_workers: status?.readyWorkerReplicas ?? 0,
    min_workers: status?.minWorkerReplicas ?? null,
    max_workers: limitOf(status?.maxWorkerReplicas),
    cpus: status?.desiredCPU ?? null,
    gpus: status?.desiredGPU ?? null,
    memory_bytes: status?.desiredMemory ?? null,
    head_service: shortText(status?.head?.serviceName, 253),
    head_service_ip: shortText(status?.head?.serviceIP, 60),
    head_pod: shortText(status?.head?.podName, 253),
    dashboard_port: typeof port === "string" ? shortText(port, 10) : null,
    groups: spec.workerGroupSpecs.slice(0, MAX_GROUPS).map((group) => ({
      name: storableText(group.groupName, 253),
      replicas: group.replicas ?? null,
      min_replicas: group.minReplicas ?? null,
      max_replicas: limitOf(group.maxReplicas),
      hosts: Math.max(1, group.numOfHosts ?? 1),
    })),
    conditions,
    created_at: momentOf(metadata.creationTimestamp),
    reported_at: momentOf(status?.lastUpdateTime),
  };
};

/** From the conditions first: the field `state` is deprecated, and stays `ready` when the head is gone later. */
const stateOf = ({ metadata, status }: RayClusterAnswer, conditions: readonly Condition[]): RayCluster["state"] => {
  const isStatus = (type: string, word: "True" | "False") =>
    conditions.some((condition) => condition.type === type && condition.status === word);
  if (metadata.deletionTimestamp) return "Deleting";
  if (isStatus("RayClusterSuspended", "True") || status?.state === "suspended") return "Suspended";
  if (isStatus("RayClusterSuspending", "True")) return "Suspending";
  if (isStatus("ReplicaFailure", "True") || status?.state === "failed") return "Failed";
  const isProvisioned = isStatus("RayClusterProvisioned", "True") || status?.state === "ready";
  if (isProvisioned) return isStatus("HeadPodReady", "False") ? "Unhealthy" : "Ready";
  return status?.lastUpdateTime || conditions.length > 0 ? "Provisioning" : "Pending";
};

/** The version that all of them run; null when they differ. */
export const sharedVersion = (clusters: readonly RayCluster[]): string | null => {
  const versions = new Set(clusters.map(({ ray_version: version }) => version));
  const [version = null] = versions;
  return versions.size === 1 ? version : null;
};

export interface KubeRayFacts {
  readonly clusters: readonly RayCluster[];
  readonly summary: KubeRaySummary;
}

export const toKubeRayFacts = ({ items, leftOut }: KubeRayList<RayCluster>): KubeRayFacts => {
  const sum = (of: (cluster: RayCluster) => number | null): number =>
    items.reduce((total, cluster) => total + (of(cluster) ?? 0), 0);
  return {
    clusters: items,
    summary: {
      ray_clusters: items.length,
      ready_ray_clusters: items.filter(({ state }) => state === "Ready").length,
      desired_workers: sum((cluster) => cluster.desired_workers),
      ready_workers: sum((cluster) => cluster.ready_workers),
      cpus: sum((cluster) => cluster.cpus),
      gpus: sum((cluster) => cluster.gpus),
      memory_bytes: sum((cluster) => cluster.memory_bytes),
      left_out: leftOut,
    },
  };
};

/** The operator's word for how far it is comes first: the job's own is left over when it is retried or suspended. */
const jobStatusOf = (status: RayJobAnswer["status"]): JobDetails["status"] => {
  switch (status?.jobDeploymentStatus) {
    case "Complete":
      return status.jobStatus === "STOPPED" || status.jobStatus === "FAILED" ? status.jobStatus : "SUCCEEDED";
    case "Failed":
    case "ValidationFailed":
      return "FAILED";
    case "Running":
      return status.jobStatus === "PENDING" || !status.jobStatus ? "PENDING" : "RUNNING";
    default:
      return "PENDING";
  }
};

/** A RayJob in the shape of Ray's jobs. Its uid tells one that was made again under the same name from one that is retried. */
export const toRayJobEntry = ({ metadata, spec, status }: RayJobAnswer): JobDetails => {
  const facts = {
    uid: metadata.uid,
    ray_cluster: status?.rayClusterName,
    job_id: status?.jobId,
    deployment_status: status?.jobDeploymentStatus,
  };
  return {
    type: "RAYJOB",
    submission_id: metadata.name,
    status: jobStatusOf(status),
    entrypoint: (spec.entrypoint ?? "").slice(0, 8_000),
    message: status?.message?.slice(0, 20_000) ?? null,
    error_type: status?.reason?.slice(0, 200) ?? null,
    // Like Ray, which reports the time of the submission until a job has started.
    start_time: msOf(status?.startTime) ?? msOf(metadata.creationTimestamp),
    end_time: msOf(status?.endTime),
    metadata: {
      ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value)),
      ...Object.fromEntries(
        Object.entries(spec.metadata ?? {})
          .slice(0, 40)
          .filter(([name]) => !Object.hasOwn(facts, name)),
      ),
    },
  };
};

const msOf = (text: string | null | undefined): number | null => {
  const ms = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
};
