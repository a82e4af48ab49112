import type { DeploymentFacts, ServiceItem, ServiceStatus } from "@dailies/contract";
import type { StatusTone } from "../../ui/feedback/status-tag.tsx";

export const SERVICE_TONES: Record<ServiceStatus, StatusTone> = {
  pending: "neutral",
  deploying: "info",
  running: "success",
  updating: "info",
  unhealthy: "error",
  failed: "error",
  paused: "neutral",
  deleting: "warning",
};

/** Whether something is being written to the cluster: another change waits for it. */
export const isChanging = ({ last_deploy: last }: Pick<ServiceItem, "last_deploy">): boolean =>
  last?.status === "Waiting" || last?.status === "Running";

/** Deployments with dead replicas or without enough living ones first. */
export const byTrouble = (deployments: readonly DeploymentFacts[]): DeploymentFacts[] => {
  const trouble = (facts: DeploymentFacts): number =>
    facts.dead_replicas.length + Math.max(0, (facts.replicas_target ?? 0) - facts.replicas_ready);
  return deployments.toSorted((one, other) => trouble(other) - trouble(one));
};

export interface ConfigChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const leavesOf = (value: unknown, path: string): [string, string][] => {
  if (typeof value !== "object" || value === null) return [[path, String(value)]];
  const entries = Array.isArray(value)
    ? value.map((each, at) => [nameOf(each) ?? String(at), each] as const)
    : Object.entries(value);
  return entries.flatMap(([key, each]) => leavesOf(each, path === "" ? key : `${path}.${key}`));
};

/** Entries of a list are told apart by their name, so that one that moved is no difference. */
const nameOf = (value: unknown): string | undefined =>
  typeof value === "object" && value !== null && "name" in value && typeof value.name === "string"
    ? value.name
    : undefined;

/** What one deploy changes of the configuration of the one before, by the paths of the values. */
export const configDiff = (before: object | null, after: object | null): ConfigChange[] => {
  const [old, next] = [new Map(leavesOf(before ?? {}, "")), new Map(leavesOf(after ?? {}, ""))];
  return [...new Set([...old.keys(), ...next.keys()])]
    .filter((path) => old.get(path) !== next.get(path))
    .toSorted()
    .map((path) => ({ path, before: old.get(path), after: next.get(path) }));
};
