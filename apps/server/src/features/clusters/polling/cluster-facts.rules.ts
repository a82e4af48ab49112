import type { ClusterNode, ClusterResources } from "@dailies/contract";
import type { z } from "zod";
import type { ClusterStatusAnswer, NodeAnswer, workloadAnswer } from "../../../platform/ray/ray-schemas.ts";
import { storableText, withoutPaths, withoutSecretValues } from "../../../platform/ray/ray-text.ts";

const MAX_NODES = 2_000;
const MAX_GPUS = 64;
const MAX_DEMANDS = 20;
const MIB = 1024 ** 2;
/** The name that Ray gives to the actor which runs the entrypoint of a submitted job. */
const SUPERVISOR = /^_ray_internal_job_actor_(.+)$/;

const finite = (value: number | null | undefined): number | null =>
  value === null || value === undefined || !Number.isFinite(value) ? null : Math.max(0, value);

/** Keys are in camel case: Ray converts them, also those of resources. */
export const toResources = ({ data }: ClusterStatusAnswer): ClusterResources => {
  const report = data.clusterStatus?.loadMetricsReport;
  const usageOf = (name: string) => {
    const pair = report?.usage?.[name];
    return pair ? { used: finite(pair[0]) ?? 0, total: finite(pair[1]) ?? 0 } : null;
  };
  const demands = (report?.resourceDemand ?? []).filter((demand) => demand !== null);
  const error = data.autoscalingError ?? "";
  return {
    cpu: usageOf("CPU"),
    gpu: usageOf("GPU"),
    memory: usageOf("memory"),
    object_store: usageOf("objectStoreMemory"),
    pending: demands.slice(0, MAX_DEMANDS).map(([bundle, count]) => ({
      resources: Object.fromEntries(
        Object.entries(bundle)
          .slice(0, 10)
          .map(([name, amount]) => [storableText(name, 100), amount]),
      ),
      count: Math.max(0, Math.round(count)),
    })),
    autoscaler_error: error === "" ? null : storableText(withoutPaths(withoutSecretValues(error.slice(0, 2_000))), 500),
  };
};

const sum = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

const toNode = ({ raylet, ...node }: NodeAnswer): ClusterNode => {
  const used = finite(raylet.objectStoreUsedMemory);
  const [total, available] = node.mem ?? [];
  const startedMs = finite(raylet.startTimeMs);
  return {
    node_id: storableText(raylet.nodeId, 200),
    hostname: storableText(node.hostname ?? "", 200),
    ip: storableText(node.ip ?? "", 100),
    is_head: raylet.isHeadNode === true,
    state: storableText(raylet.state, 40),
    state_message: raylet.stateMessage ? storableText(withoutPaths(raylet.stateMessage), 300) : null,
    cpu_percent: finite(node.cpu),
    cpus: node.cpus?.[0] === undefined ? null : Math.round(finite(node.cpus[0]) ?? 0),
    memory_used_bytes: total === undefined || available === undefined ? null : Math.max(0, total - available),
    memory_total_bytes: finite(total),
    object_store_used_bytes: used,
    object_store_total_bytes: sum(used, finite(raylet.objectStoreAvailableMemory)),
    gpus: (node.gpus ?? [])
      .filter((gpu) => gpu !== null)
      .slice(0, MAX_GPUS)
      .map((gpu) => ({
        index: Math.max(0, Math.round(gpu.index)),
        name: storableText(gpu.name, 100),
        utilization_percent: finite(gpu.utilizationGpu),
        memory_used_bytes: scaled(finite(gpu.memoryUsed)),
        memory_total_bytes: scaled(finite(gpu.memoryTotal)),
        temperature_c: gpu.temperatureC ?? null,
      })),
    started_at: startedMs === null || startedMs === 0 || startedMs > 8e15 ? null : new Date(startedMs).toISOString(),
  };
};

const scaled = (mebibytes: number | null): number | null => (mebibytes === null ? null : mebibytes * MIB);

export interface NodeFacts {
  readonly nodes: readonly ClusterNode[];
  readonly alive: number;
  readonly total: number;
  readonly headStartedAt: string | null;
}

/** Living nodes first, the head before the others, then the dead ones that Ray still lists. */
export const toNodeFacts = (answers: readonly NodeAnswer[]): NodeFacts => {
  const rank = (node: ClusterNode): number => (node.is_head ? 0 : 1) + (node.state === "ALIVE" ? 0 : 2);
  const nodes = answers
    .slice(0, MAX_NODES)
    .map(toNode)
    .toSorted((one, other) => rank(one) - rank(other));
  const head = nodes.find((node) => node.is_head && node.state === "ALIVE");
  return {
    nodes,
    alive: answers.filter(({ raylet }) => raylet.state === "ALIVE").length,
    total: answers.length,
    headStartedAt: head?.started_at ?? null,
  };
};

/** GPUs by the id of the driver and by the submission id: both may hold some of a submitted job. */
export interface HeldGpus {
  readonly byDriver: ReadonlyMap<string, number>;
  readonly bySubmission: ReadonlyMap<string, number>;
}

export const sumGpus = (workloads: readonly z.output<typeof workloadAnswer>[]): HeldGpus => {
  const byDriver = new Map<string, number>();
  const bySubmission = new Map<string, number>();
  for (const { job_id: driver, name, required_resources: held } of workloads) {
    const gpus = held?.GPU ?? 0;
    if (gpus <= 0) continue;
    const submission = name ? SUPERVISOR.exec(name)?.[1] : undefined;
    const [sums, key] = submission === undefined ? [byDriver, driver] : [bySubmission, submission];
    sums.set(key, (sums.get(key) ?? 0) + gpus);
  }
  return { byDriver, bySubmission };
};
