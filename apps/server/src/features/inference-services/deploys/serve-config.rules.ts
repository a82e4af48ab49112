import { createHash } from "node:crypto";
import type { ServiceConfig, ServiceDeployment } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { ServeApplication, ServeBody, ServeState } from "../../../platform/ray/ray-serve-client.ts";

type Application = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 60;

const toDeployment = ({ name, scaling, cpus, gpus, ...rest }: ServiceDeployment): Application => ({
  name,
  ...(scaling.mode === "fixed"
    ? { num_replicas: scaling.replicas }
    : {
        autoscaling_config: {
          min_replicas: scaling.min_replicas,
          max_replicas: scaling.max_replicas,
          target_ongoing_requests: scaling.target_ongoing_requests,
        },
      }),
  max_ongoing_requests: rest.max_ongoing_requests,
  ray_actor_options: {
    num_cpus: cpus,
    num_gpus: gpus,
    ...(rest.accelerator_type !== null && { accelerator_type: rest.accelerator_type }),
  },
});

/** One application of the body of a write. `secretOf` gives the value that a variable refers to. */
export const toApplication = (
  name: string,
  config: ServiceConfig,
  secretOf: (secretId: string) => string,
): Application => {
  const variables = config.env.map((each) => [each.name, "value" in each ? each.value : secretOf(each.secret_id)]);
  const runtime = {
    ...(config.working_dir !== null && { working_dir: config.working_dir }),
    ...(variables.length > 0 && { env_vars: Object.fromEntries(variables) }),
  };
  return {
    name,
    route_prefix: config.route_prefix,
    import_path: config.import_path,
    ...(Object.keys(runtime).length > 0 && { runtime_env: runtime }),
    ...(Object.keys(config.args).length > 0 && { args: config.args }),
    deployments: config.deployments.map(toDeployment),
  };
};

const canonical = (value: unknown, depth = 0): unknown => {
  if (depth > MAX_DEPTH)
    throw new DomainError("conflict", "an application of the cluster is nested too deeply to be read");
  if (Array.isArray(value)) return value.map((each) => canonical(each, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, each]) => [key, canonical(each, depth + 1)]);
};

/** Equal for configurations that differ only in the order of their keys. */
export const configSha256 = (config: Application | null): string =>
  createHash("sha256")
    .update(JSON.stringify(canonical(config)))
    .digest("hex");

/** Whether `found` has everything that was written, beside defaults that Serve adds. */
export const includesAll = (found: unknown, written: unknown): boolean => {
  if (Array.isArray(written)) {
    return (
      Array.isArray(found) &&
      found.length === written.length &&
      written.every((each, at) => includesAll(found[at], each))
    );
  }
  if (typeof written !== "object" || written === null) return found === written;
  if (typeof found !== "object" || found === null) return false;
  const has: Readonly<Record<string, unknown>> = { ...found };
  return Object.entries(written).every(([key, each]) => includesAll(has[key], each));
};

/** Equal when no application was added, removed or configured anew; states and replicas do not count. */
export const serveFingerprint = ({ applications, unreadable }: ServeState): string =>
  configSha256({
    readable: Object.fromEntries(
      [...applications.values()].map(({ name, config, status }) => [name, [config, status === "DELETING"]]),
    ),
    unreadable: unreadable.toSorted(),
  });

export interface Change {
  readonly name: string;
  /** Undefined: the application is dropped. */
  readonly wanted: Application | undefined;
  /** What this console wrote last under this name, whether or not that was verified. */
  readonly written: Application | undefined;
  /** Of the application as Serve reported it when it was last verified. */
  readonly appliedSha256: string | null;
}

export interface PlannedWrite {
  readonly body: ServeBody;
  /** Whether the cluster already is as it should be. */
  readonly isDone: boolean;
}

const isOurs = (current: ServeApplication, { written, appliedSha256 }: Change): boolean =>
  !current.isByCode &&
  (configSha256(current.config) === appliedSha256 || (written !== undefined && includesAll(current.config, written)));

const refuse = (words: string): DomainError => new DomainError("conflict", words);

/**
 * The whole body of a write that changes one application and carries every other one as it was read. Refuses what would
 * remove or change an application that the console did not deploy.
 */
export const planWrite = (read: ServeState, change: Change): PlannedWrite => {
  const { name, wanted } = change;
  const [unknown] = read.unreadable;
  if (unknown !== undefined) {
    throw refuse(
      `the application '${unknown}' of this cluster cannot be read, so nothing is written: it would be removed`,
    );
  }
  const current = read.applications.get(name);
  const isLeaving = current?.status === "DELETING";
  const isMine = current !== undefined && !isLeaving && isOurs(current, change);
  if (current && !isLeaving && !isMine) {
    const isKnown = change.appliedSha256 !== null || change.written !== undefined;
    // Never ours: there is nothing to drop, and what runs under this name stays.
    if (wanted === undefined && !isKnown) return { body: bodyOf(read, name, undefined), isDone: true };
    throw refuse(
      isKnown
        ? `'${name}' was changed on the cluster by someone else; nothing was written`
        : `an application called '${name}' already runs on this cluster and was not deployed from here`,
    );
  }
  const isDone = wanted === undefined ? !isMine : isMine && configSha256(current.config) === configSha256(wanted);
  return { body: bodyOf(read, name, wanted), isDone };
};

const bodyOf = (read: ServeState, name: string, wanted: Application | undefined): ServeBody => {
  const carried: Application[] = [];
  for (const other of read.applications.values()) {
    // Writing one that is being removed would bring it back.
    if (other.name === name || other.status === "DELETING") continue;
    const route = other.config?.route_prefix ?? other.routePrefix;
    if (wanted !== undefined && route === wanted.route_prefix) {
      throw refuse(`the route ${String(route)} belongs to '${other.name}' of this cluster`);
    }
    if (other.isByCode) continue;
    if (other.config === null) {
      throw refuse(
        `Serve does not report the configuration of '${other.name}', so nothing is written: it would be removed`,
      );
    }
    carried.push(other.config);
  }
  return {
    ...(read.proxyLocation !== null && { proxy_location: read.proxyLocation }),
    ...(read.http !== null && { http_options: read.http }),
    applications: wanted === undefined ? carried : [...carried, wanted],
  };
};

/** Whether the cluster now serves what was written. */
export const isWritten = (read: ServeState, { name, wanted }: Pick<Change, "name" | "wanted">): boolean => {
  const found = read.applications.get(name);
  if (wanted === undefined) return found === undefined || found.status === "DELETING" || found.config === null;
  return found !== undefined && includesAll(found.config, wanted);
};
