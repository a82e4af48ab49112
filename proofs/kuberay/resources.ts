import { accepted } from "../kubernetes/api-server.ts";
import type { Kubernetes } from "./engine.ts";

export const NAMESPACE = "video";
/** Printed by a job and named in its specification; it must not be found in what is kept. */
export const CANARY = "canary-secret-52bd";

const pods = (name: string, gpus: number) => ({
  spec: {
    containers: [
      {
        name,
        image: "rayproject/ray:2.52.0",
        env: [{ name: "HF_TOKEN", value: CANARY }],
        resources: { limits: { cpu: "8", memory: "64Gi", ...(gpus > 0 && { "nvidia.com/gpu": String(gpus) }) } },
      },
    ],
  },
});

const clusterSpec = (rayVersion: string) => ({
  rayVersion,
  enableInTreeAutoscaling: true,
  headGroupSpec: { rayStartParams: {}, template: pods("ray-head", 0) },
  workerGroupSpecs: [
    {
      groupName: "h100",
      replicas: 4,
      minReplicas: 1,
      maxReplicas: 8,
      rayStartParams: {},
      template: pods("ray-worker", 8),
    },
    { groupName: "cpu", replicas: 2, minReplicas: 0, rayStartParams: {}, template: pods("ray-worker", 0) },
  ],
});

const AT = "2026-11-18T08:00:00Z";
const condition = (type: string, status: "True" | "False", reason: string, message = "") => ({
  type,
  status,
  reason,
  message,
  lastTransitionTime: AT,
});
const head = (name: string) => ({
  podIP: "10.0.3.7",
  podName: `${name}-head-x2k4p`,
  serviceIP: "10.96.3.8",
  serviceName: `${name}-head-svc`,
});

/** As the operator of KubeRay writes them: what it reports of a cluster in each of its states. */
export const CLUSTER_STATUSES: Readonly<Record<string, object | undefined>> = {
  training: {
    state: "ready",
    desiredCPU: "56",
    desiredMemory: "448Gi",
    desiredGPU: "32",
    desiredWorkerReplicas: 6,
    readyWorkerReplicas: 5,
    availableWorkerReplicas: 6,
    minWorkerReplicas: 1,
    maxWorkerReplicas: 2_147_483_647,
    lastUpdateTime: AT,
    head: head("training"),
    endpoints: { client: "10001", dashboard: "8265", metrics: "8080", "gcs-server": "6379", serve: "8000" },
    conditions: [
      condition("HeadPodReady", "True", "HeadPodRunningAndReady"),
      condition("RayClusterProvisioned", "True", "AllPodRunningAndReadyFirstTime"),
    ],
    observedGeneration: 1,
  },
  captions: {
    state: "ready",
    desiredCPU: "8500m",
    desiredMemory: "68719476736",
    desiredGPU: "0",
    desiredWorkerReplicas: 2,
    readyWorkerReplicas: 0,
    lastUpdateTime: AT,
    head: head("captions"),
    conditions: [
      condition("HeadPodReady", "False", "ContainersNotReady", "containers with unready status: [ray-head]"),
      condition("RayClusterProvisioned", "True", "AllPodRunningAndReadyFirstTime"),
    ],
  },
  scoring: {
    desiredWorkerReplicas: 4,
    lastUpdateTime: AT,
    reason: `pods "scoring-h100-worker" is forbidden: exceeded quota, token=${CANARY}`,
    conditions: [
      condition("HeadPodReady", "False", "HeadPodNotFound", "Head Pod not found"),
      condition("ReplicaFailure", "True", "FailedCreateWorkerPod", "exceeded quota: gpus"),
    ],
  },
  nightly: {
    state: "suspended",
    lastUpdateTime: AT,
    conditions: [condition("RayClusterSuspended", "True", "RayClusterSuspended")],
  },
  starting: {
    desiredWorkerReplicas: 2,
    lastUpdateTime: AT,
    conditions: [
      condition("HeadPodReady", "False", "ContainersNotReady"),
      condition("RayClusterProvisioned", "False", "RayClusterPodsProvisioning"),
    ],
  },
  // No operator has seen it.
  fresh: undefined,
};

const started = { startTime: "2026-11-18T07:00:00Z", rayClusterName: "training-8x7qf" };
export const JOB_STATUSES: Readonly<Record<string, object | undefined>> = {
  finetune: {
    ...started,
    jobId: "finetune-5k2mz",
    jobStatus: "RUNNING",
    jobDeploymentStatus: "Running",
    message: "Job is currently running.",
    dashboardURL: "finetune-head-svc.video.svc.cluster.local:8265",
  },
  probe: {
    ...started,
    jobId: "probe-7xk2p",
    jobStatus: "SUCCEEDED",
    jobDeploymentStatus: "Complete",
    message: "Job finished successfully.",
    endTime: "2026-11-18T07:20:00Z",
  },
  caption: {
    ...started,
    jobId: "caption-q8v4d",
    jobStatus: "FAILED",
    jobDeploymentStatus: "Failed",
    reason: "AppFailed",
    message: `Job entrypoint command failed with exit code 1, last available logs:\nTraceback (most recent call last):\n  File "/srv/jobs/caption.py", line 3, in <module>\nValueError: api_key=${CANARY}`,
    endTime: "2026-11-18T07:10:00Z",
  },
  late: {
    ...started,
    jobDeploymentStatus: "Failed",
    reason: "DeadlineExceeded",
    message: "The RayJob has passed the activeDeadlineSeconds.",
    endTime: "2026-11-18T07:30:00Z",
  },
  halted: {
    ...started,
    jobId: "halted-2b9xw",
    jobStatus: "STOPPED",
    jobDeploymentStatus: "Complete",
    endTime: "2026-11-18T07:40:00Z",
  },
  queued: { startTime: "2026-11-18T07:50:00Z", jobDeploymentStatus: "Suspended" },
  preparing: { ...started, jobDeploymentStatus: "Initializing" },
  unseen: undefined,
};

const path = (plural: string, name = "", part = ""): string =>
  ["/apis/ray.io/v1/namespaces", NAMESPACE, plural, name, part].filter((one) => one !== "").join("/");

/** What an operator of KubeRay would do, as far as the test needs it. */
export const openOperator = ({ ask }: Kubernetes) => {
  const report = (plural: "rayclusters" | "rayjobs", name: string, status: object) =>
    accepted(name, ask("PATCH", path(plural, name, "status"), { status }));
  const create = async (plural: "rayclusters" | "rayjobs", name: string, spec: object, status?: object) => {
    const kind = plural === "rayjobs" ? "RayJob" : "RayCluster";
    await accepted(name, ask("POST", path(plural), { apiVersion: "ray.io/v1", kind, metadata: { name }, spec }));
    if (status) await report(plural, name, status);
  };
  return {
    createNamespace: () => accepted(NAMESPACE, ask("POST", "/api/v1/namespaces", { metadata: { name: NAMESPACE } })),
    createCluster: (name: string, status?: object) =>
      create("rayclusters", name, clusterSpec(name === "nightly" ? "2.49.0" : "2.52.0"), status),
    createJob: (name: string, status?: object) =>
      create(
        "rayjobs",
        name,
        {
          entrypoint: `python ${name}.py --api-key=${CANARY}`,
          metadata: { owner: "ada" },
          runtimeEnvYAML: `env_vars: { HF_TOKEN: ${CANARY} }`,
          rayClusterSpec: clusterSpec("2.52.0"),
        },
        status,
      ),
    report,
    remove: (plural: "rayclusters" | "rayjobs", name: string) => accepted(name, ask("DELETE", path(plural, name))),
  };
};
