import { createHash } from "node:crypto";
import type { DeploymentFacts, ServiceStatus } from "@dailies/contract";
import type { ServeApplication, ServeReplica, ServeState } from "../../../platform/ray/ray-serve-client.ts";
import { storableText, withoutAnsi, withoutPaths, withoutSecretValues } from "../../../platform/ray/ray-text.ts";

const MAX_DEPLOYMENTS = 50;
const MAX_REPLICAS = 100;
const MAX_DEAD = 20;
const MAX_FOREIGN = 200;
const LARGEST_INTEGER = 2_147_483_647;

/** What is kept of one application of ours. */
export interface ServeFacts {
  readonly status: ServiceStatus;
  readonly message: string | null;
  readonly replicasReady: number;
  readonly replicasTarget: number;
  readonly deployments: readonly DeploymentFacts[];
  /** Of everything above, so that a poll writes only what changed. */
  readonly fingerprint: string;
}

export interface ForeignApp {
  readonly name: string;
  readonly route_prefix: string | null;
  readonly status: string;
}

const BY_SERVE_STATUS: Readonly<Record<string, ServiceStatus>> = {
  NOT_STARTED: "pending",
  DEPLOYING: "deploying",
  DEPLOY_FAILED: "failed",
  RUNNING: "running",
  UNHEALTHY: "unhealthy",
  DELETING: "deleting",
};
const CHANGING: ReadonlySet<string> = new Set(["UPDATING", "UPSCALING", "DOWNSCALING"]);

/** A running application whose deployments change is updating. A state of a later release counts as unhealthy. */
export const unifiedStatus = ({
  status,
  deployments,
}: Pick<ServeApplication, "status" | "deployments">): ServiceStatus => {
  const known = BY_SERVE_STATUS[status] ?? "unhealthy";
  return known === "running" && deployments.some((each) => CHANGING.has(each.status)) ? "updating" : known;
};

/** Serve puts Python tracebacks into messages: the last line says what happened. */
const cleanMessage = (message: string | null | undefined, secrets: readonly string[]): string | null => {
  if (!message) return null;
  const text = withoutAnsi(message.slice(-20_000));
  const isTraceback = text.includes("Traceback (most recent call last)");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const said = isTraceback
    ? (lines.findLast((line) => /^[\w.]*(Error|Exception|Exit|Interrupt)\b/.test(line.trim())) ?? lines.at(-1))
    : text;
  return storableText(withoutPaths(withoutSecretValues(said ?? "", secrets)), 1_000);
};

const count = (value: number | null | undefined): number =>
  value === null || value === undefined || !Number.isFinite(value)
    ? 0
    : Math.min(Math.max(0, Math.round(value)), LARGEST_INTEGER);

const toReplica = ({ replica_id: id, state, node_id: node, start_time_s: startedS }: ServeReplica) => ({
  replica_id: storableText(id, 200),
  state: storableText(state, 40),
  node_id: node ? storableText(node, 200) : null,
  started_at:
    typeof startedS === "number" && startedS > 0 && startedS < 8e12 ? new Date(startedS * 1_000).toISOString() : null,
});

const toDeployment = (
  deployment: ServeApplication["deployments"][number],
  secrets: readonly string[],
): DeploymentFacts => {
  const { replicas, recent_dead_replicas: dead, target_num_replicas: target } = deployment;
  const newest = dead.toSorted((one, other) => (other.start_time_s ?? 0) - (one.start_time_s ?? 0));
  return {
    name: storableText(deployment.name, 200),
    status: storableText(deployment.status, 40),
    message: cleanMessage(deployment.message, secrets),
    replicas_target: target === null || target === undefined ? null : count(target),
    replicas_ready: replicas.filter(({ state }) => state === "RUNNING").length,
    replicas: replicas.slice(0, MAX_REPLICAS).map(toReplica),
    dead_replicas: newest.slice(0, MAX_DEAD).map(toReplica),
    left_out: Math.max(0, replicas.length - MAX_REPLICAS) + Math.max(0, dead.length - MAX_DEAD),
  };
};

/** `secrets` are values that are known, which a message may repeat in any form. */
export const toServeFacts = (application: ServeApplication, secrets: readonly string[]): ServeFacts => {
  const deployments = application.deployments.slice(0, MAX_DEPLOYMENTS).map((each) => toDeployment(each, secrets));
  const sum = (of: (facts: DeploymentFacts) => number): number =>
    Math.min(
      LARGEST_INTEGER,
      deployments.reduce((total, each) => total + of(each), 0),
    );
  const facts = {
    status: unifiedStatus(application),
    message: cleanMessage(application.message, secrets),
    replicasReady: sum((each) => each.replicas_ready),
    replicasTarget: sum((each) => each.replicas_target ?? each.replicas.length),
    deployments,
  };
  return { ...facts, fingerprint: createHash("sha256").update(JSON.stringify(facts)).digest("hex") };
};

/** Applications that the console did not deploy, by name. Nothing of their configuration is kept. */
export const foreignApps = ({ applications }: ServeState, ours: ReadonlySet<string>): ForeignApp[] =>
  [...applications.values()]
    .filter(({ name }) => !ours.has(name))
    .map(({ name, routePrefix, status }) => ({
      name: storableText(name, 200),
      route_prefix: routePrefix === null ? null : storableText(routePrefix, 200),
      status: storableText(status, 40),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .slice(0, MAX_FOREIGN);
