import { z } from "zod";
import { moment, nonNegativeInt, positiveInt, text, uuid } from "../kit.ts";
import { pageQuery } from "../lists.ts";

/** More cannot be registered: every one of them is polled every few seconds. */
export const MAX_CLUSTERS = 200;
/** A job that holds more GPUs than this is stopped only by someone who types its name. */
export const TYPED_STOP_ABOVE_GPUS = 8;

/** A bundle of a few certificates fits. */
export const MAX_CA_CERTIFICATE = 20_000;

/** Where facts come from: the dashboard of one Ray cluster, or what KubeRay reports about all of a Kubernetes namespace. */
export const CLUSTER_KINDS = ["Ray", "KubeRay"] as const;
/** `Waiting`: registered, and not polled yet. */
export const CLUSTER_STATUSES = ["Waiting", "Reachable", "Unreachable"] as const;
/** `RAYJOB`: a resource of KubeRay, whose operator submits it. */
export const CLUSTER_JOB_TYPES = ["SUBMISSION", "DRIVER", "RAYJOB"] as const;
/** Ray's words, and `LOST` for a job that was running when its cluster forgot it. */
export const CLUSTER_JOB_STATUSES = ["PENDING", "RUNNING", "STOPPED", "SUCCEEDED", "FAILED", "LOST"] as const;
export const ENDED_CLUSTER_JOB_STATUSES = ["STOPPED", "SUCCEEDED", "FAILED", "LOST"] as const;
/** Why a cluster could not be asked; the screen has a sentence for each. */
export const CLUSTER_FAULTS = [
  "unreachable",
  "timeout",
  "forbidden_address",
  "token_missing",
  "token_refused",
  "gcs_down",
  "not_ray",
  "not_kuberay",
  "not_permitted",
  "bad_certificate",
  "too_large",
  "bad_answer",
  "token_lost",
] as const;
export const clusterFault = z.enum(CLUSTER_FAULTS);
export type ClusterFault = z.output<typeof clusterFault>;

/** Of Ray, and of the operator of KubeRay. */
export const JOB_ERROR_TYPES = [
  "RUNTIME_ENV_SETUP_FAILURE",
  "JOB_SUPERVISOR_ACTOR_START_TIMEOUT",
  "JOB_SUPERVISOR_ACTOR_START_FAILURE",
  "JOB_SUPERVISOR_ACTOR_UNSCHEDULABLE",
  "JOB_SUPERVISOR_ACTOR_UNKNOWN_FAILURE",
  "JOB_SUPERVISOR_ACTOR_DIED",
  "JOB_ENTRYPOINT_COMMAND_START_ERROR",
  "JOB_ENTRYPOINT_COMMAND_ERROR",
  "AppFailed",
  "SubmissionFailed",
  "DeadlineExceeded",
  "PreRunningDeadlineExceeded",
  "ValidationFailed",
  "JobDeploymentStatusTransitionGracePeriodExceeded",
] as const;
export type JobErrorType = (typeof JOB_ERROR_TYPES)[number];

const amount = z.number().nonnegative();
/** Used and total, in the unit of the resource; memory in bytes. */
const usage = z.object({ used: amount, total: amount });

export const clusterResources = z.object({
  cpu: usage.nullable(),
  gpu: usage.nullable(),
  memory: usage.nullable(),
  object_store: usage.nullable(),
  /** What tasks and actors wait for: a bundle of resources, and how often it is asked for. */
  pending: z.array(z.object({ resources: z.record(z.string(), z.number()), count: nonNegativeInt })),
  autoscaler_error: z.string().nullable(),
});
export type ClusterResources = z.output<typeof clusterResources>;

export const clusterGpu = z.object({
  index: nonNegativeInt,
  name: z.string(),
  utilization_percent: amount.nullable(),
  memory_used_bytes: amount.nullable(),
  memory_total_bytes: amount.nullable(),
  temperature_c: z.number().nullable(),
});
export const clusterNode = z.object({
  node_id: z.string(),
  hostname: z.string(),
  ip: z.string(),
  is_head: z.boolean(),
  state: z.string(),
  state_message: z.string().nullable(),
  cpu_percent: amount.nullable(),
  cpus: nonNegativeInt.nullable(),
  memory_used_bytes: amount.nullable(),
  memory_total_bytes: amount.nullable(),
  object_store_used_bytes: amount.nullable(),
  object_store_total_bytes: amount.nullable(),
  gpus: z.array(clusterGpu),
  started_at: moment.nullable(),
});
export type ClusterNode = z.output<typeof clusterNode>;

/** What KubeRay reports about all RayClusters of a namespace. What they use is known to their dashboards only. */
export const kuberaySummary = z.object({
  ray_clusters: nonNegativeInt,
  ready_ray_clusters: nonNegativeInt,
  desired_workers: nonNegativeInt,
  ready_workers: nonNegativeInt,
  cpus: amount,
  gpus: amount,
  memory_bytes: amount,
  /** RayClusters that could not be read, or that are more than are kept. */
  left_out: nonNegativeInt,
});
export type KubeRaySummary = z.output<typeof kuberaySummary>;

/** `Pending`: no operator has looked at it yet. */
export const RAY_CLUSTER_STATES = [
  "Pending",
  "Provisioning",
  "Ready",
  "Unhealthy",
  "Failed",
  "Suspending",
  "Suspended",
  "Deleting",
] as const;
export const rayClusterGroup = z.object({
  name: z.string(),
  replicas: nonNegativeInt.nullable(),
  min_replicas: nonNegativeInt.nullable(),
  /** Null where there is no limit. */
  max_replicas: nonNegativeInt.nullable(),
  /** Pods that make one replica. */
  hosts: positiveInt,
});
export const rayClusterCondition = z.object({
  type: z.string(),
  /** Kubernetes' words: True, False or Unknown. */
  status: z.string(),
  reason: z.string(),
  message: z.string(),
  changed_at: moment.nullable(),
});
/** A RayCluster as KubeRay's operator last described it. */
export const rayCluster = z.object({
  name: z.string(),
  state: z.enum(RAY_CLUSTER_STATES),
  reason: z.string().nullable(),
  ray_version: z.string().nullable(),
  is_autoscaled: z.boolean(),
  /** The RayJob or RayService that it was made for. */
  owner: z.object({ kind: z.string(), name: z.string() }).nullable(),
  desired_workers: nonNegativeInt,
  ready_workers: nonNegativeInt,
  min_workers: nonNegativeInt.nullable(),
  max_workers: nonNegativeInt.nullable(),
  cpus: amount.nullable(),
  gpus: amount.nullable(),
  memory_bytes: amount.nullable(),
  head_service: z.string().nullable(),
  head_service_ip: z.string().nullable(),
  head_pod: z.string().nullable(),
  dashboard_port: z.string().nullable(),
  groups: z.array(rayClusterGroup),
  conditions: z.array(rayClusterCondition),
  created_at: moment.nullable(),
  /** When the operator last wrote its status. */
  reported_at: moment.nullable(),
});
export type RayCluster = z.output<typeof rayCluster>;

/** Every fact has the time at which it was read; nothing is asked of a cluster while a page waits. */
export const clusterItem = z.object({
  id: uuid,
  name: z.string(),
  kind: z.enum(CLUSTER_KINDS),
  /** Null for those who may not register clusters. */
  address: z.string().nullable(),
  /** Of a KubeRay source; null for those who may not register clusters. */
  namespace: z.string().nullable(),
  has_ca_certificate: z.boolean(),
  has_token: z.boolean(),
  status: z.enum(CLUSTER_STATUSES),
  fault: clusterFault.nullable(),
  /** Why the newest job list could not be read although the cluster answers. */
  jobs_fault: clusterFault.nullable(),
  failures: nonNegativeInt,
  /** After repeated failures the cluster is asked less often, and only whether it lives. */
  is_circuit_open: z.boolean(),
  next_poll_at: moment.nullable(),
  /** The last contact. */
  seen_at: moment.nullable(),
  /** The last attempt. */
  tried_at: moment.nullable(),
  ray_version: z.string().nullable(),
  /** Whether the cluster asks for a token; false means that anyone who reaches its address can run code on it. */
  is_token_required: z.boolean().nullable(),
  head_started_at: moment.nullable(),
  resources: clusterResources.nullable(),
  resources_at: moment.nullable(),
  nodes_alive: nonNegativeInt.nullable(),
  nodes_total: nonNegativeInt.nullable(),
  nodes_at: moment.nullable(),
  /** Null for a dashboard, and before the first poll; read at `nodes_at`. */
  kuberay: kuberaySummary.nullable(),
  jobs_at: moment.nullable(),
  running_jobs: nonNegativeInt,
  pending_jobs: nonNegativeInt,
  /** Jobs that Ray listed and that could not be read, or that are more than are kept. */
  jobs_left_out: nonNegativeInt,
  revision: positiveInt,
  created_by: z.string(),
  updated_at: moment,
});
export type ClusterItem = z.output<typeof clusterItem>;

export const clusterJob = z.object({
  id: uuid,
  cluster_id: uuid,
  type: z.enum(CLUSTER_JOB_TYPES),
  /** The id that the job was submitted under, that of its driver, or the name of the RayJob. */
  key: z.string(),
  /** Ray's id of the driver, once it has connected. */
  driver_job_id: z.string().nullable(),
  status: z.enum(CLUSTER_JOB_STATUSES),
  entrypoint: z.string(),
  /** From the metadata of the job. */
  owner: z.string().nullable(),
  /** GPUs that its actors and tasks hold; null when Ray did not say. */
  gpus: amount.nullable(),
  /** Blocks done of all blocks of its Ray Data pipelines. */
  progress: z.object({ done: nonNegativeInt, total: nonNegativeInt }).nullable(),
  error_type: z.string().nullable(),
  started_at: moment.nullable(),
  ended_at: moment.nullable(),
  /** When this record last changed. */
  changed_at: moment,
  /** Since when the cluster no longer lists it; the record is all there is. */
  gone_at: moment.nullable(),
  stop_asked_at: moment.nullable(),
  stop_asked_by: z.string().nullable(),
});
export type ClusterJob = z.output<typeof clusterJob>;

export const dataOperator = z.object({
  operator: z.string(),
  name: z.string(),
  state: z.string(),
  blocks_done: nonNegativeInt,
  blocks_total: nonNegativeInt,
  queued_blocks: nonNegativeInt.nullable(),
  rows: nonNegativeInt.nullable(),
  /** These need Prometheus beside Ray; null without it. */
  rows_per_s: amount.nullable(),
  cpu_cores: amount.nullable(),
  gpu_cores: amount.nullable(),
});
export const dataPipeline = z.object({
  dataset: z.string(),
  state: z.string(),
  blocks_done: nonNegativeInt,
  blocks_total: nonNegativeInt,
  started_at: moment.nullable(),
  ended_at: moment.nullable(),
  /** False while every metric is zero, which is what Ray says without Prometheus. */
  has_metrics: z.boolean(),
  operators: z.array(dataOperator),
});
export type DataOperator = z.output<typeof dataOperator>;
export type DataPipeline = z.output<typeof dataPipeline>;

export const clusterJobDetail = clusterJob.extend({
  cluster_name: z.string(),
  exit_code: z.int().nullable(),
  message: z.string().nullable(),
  /** The first lines of the traceback and the exception, without paths of the cluster's machines. */
  traceback: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
  pipelines: z.array(dataPipeline),
  pipelines_at: moment.nullable(),
  log_read_at: moment.nullable(),
  may_stop: z.boolean(),
  /** Whether stopping needs the name of the job, typed. */
  is_stop_typed: z.boolean(),
});
export type ClusterJobDetail = z.output<typeof clusterJobDetail>;

export const clusterJobLog = z.object({
  text: z.string(),
  /** Whether lines before the first one were left out. */
  is_truncated: z.boolean(),
  /** Null when no log was read yet. */
  read_at: moment.nullable(),
  changed_at: moment.nullable(),
  /** Whether the job has ended and its whole tail is kept. */
  is_final: z.boolean(),
});

/** What a followed log tells: all of its end, or what came after that. */
export const liveLogChange = z.object({
  kind: z.enum(["reset", "append"]),
  text: z.string(),
  /** Of a reset: whether lines before it were left out. */
  is_truncated: z.boolean().optional(),
});
/** Why nothing comes for now; it is tried again. */
export const liveLogFault = z.object({ fault: clusterFault });

const address = z
  .url({
    protocol: /^https?$/,
    error: "write the address of the Ray dashboard, such as http://ray-head:8265, or of the Kubernetes API server",
  })
  .max(500);
const namespace = text({ min: 1, max: 63 }).regex(
  /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
  "a namespace is lower case letters, digits and hyphens",
);
const place = {
  name: text({ min: 1, max: 120, required: "please enter a name" }),
  kind: z.enum(CLUSTER_KINDS).default("Ray"),
  address,
  /** Only, and always, for KubeRay. */
  namespace: namespace.optional(),
  /** PEM, for an API server whose certificate no public authority signed. Omit to keep the stored one. */
  ca_certificate: text({ min: 1, max: MAX_CA_CERTIFICATE }).nullable().optional(),
  /** Omit to keep the stored one; it is never returned. Those of Kubernetes are about a thousand characters long. */
  token: text({ min: 1, max: 4_096 })
    .regex(/^[\x21-\x7e]+$/, "a token is one word of plain characters")
    .nullable()
    .optional(),
  /** The connection is checked first; this saves it although the check failed. */
  is_check_skipped: z.boolean().default(false),
};
export const createClusterBody = z.strictObject({ ...place, request_key: uuid });
export const updateClusterBody = z.strictObject({ ...place, expect_revision: positiveInt });
export const listClusterJobsQuery = z.object({
  ...pageQuery,
  status: z.enum(ENDED_CLUSTER_JOB_STATUSES).optional(),
  q: text({ max: 200 }).optional(),
});
