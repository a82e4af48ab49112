import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceConfig } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import { toRayFault } from "../../../platform/ray/ray-fault.ts";
import { type ServeClient, ServeRefusal, type ServeState } from "../../../platform/ray/ray-serve-client.ts";
import { withoutSecretValues } from "../../../platform/ray/ray-text.ts";
import { type ClusterRow, describeFault, openCluster, openServe } from "../../clusters/index.ts";
import type { ServicesDeps } from "../inference-services-deps.ts";
import { recordServe } from "../polling/read-serve.ts";
import { isServeHidden } from "../polling/serve.store.ts";
import { openSecrets } from "../secrets/open-secrets.ts";
import {
  type DeployJob,
  dropServeLock,
  findDeployJob,
  finishDeploy,
  noteDeployRunning,
  notePut,
  renewServeLock,
  takeServeLock,
} from "./deploy.store.ts";
import {
  type Change,
  configSha256,
  isWritten,
  planWrite,
  serveFingerprint,
  toApplication,
} from "./serve-config.rules.ts";

/**
 * Longer than a write may take, so that it ends before another process can take the lock. Not much longer: a process that
 * died leaves the lock until then, and deploys of the cluster wait for it.
 */
const LEASE_S = 40;
const LOCK_WAIT_MS = 20_000;
const LOCK_EVERY_MS = 250;
const VERIFY_EVERY_MS = 300;
const VERIFY_TIMES = 30;

/** Faults that another attempt does not change. A registered cluster that does not answer as Ray may do so again. */
const LASTING: ReadonlySet<string> = new Set(["forbidden_address", "token_missing", "token_refused", "token_lost"]);

/**
 * Changes one application of a cluster: reads the whole configuration of Serve, changes ours, writes all of it and verifies
 * it, under a lock of the cluster. An attempt after a crash finds what the earlier one wrote and records it.
 */
export const applyDeploy = async (
  deps: ServicesDeps,
  { serviceId, number, signal }: { readonly serviceId: string; readonly number: number; readonly signal: AbortSignal },
): Promise<void> => {
  const job = await findDeployJob(deps.db, serviceId, number);
  if (!job) return;
  const { kind } = job.deploy;
  if (!job.cluster) {
    // Nobody can ask that cluster any more, and what runs there goes on.
    if (kind === "delete") {
      return finishDeploy(deps.db, serviceId, number, { kind, sha256: null, sessionName: null, at: deps.clock() });
    }
    throw new DomainError("conflict", "the cluster of this service is no longer registered");
  }
  await noteDeployRunning(deps.db, serviceId, number);
  const { cluster } = job;
  await withServeLock(deps, cluster.id, signal, (renew) =>
    inOurWords(async () => {
      const ray = openCluster(deps.clusters, cluster, signal);
      // While the control service is down, Ray answers as if Serve had no applications.
      await ray.checkHealth();
      const { sessionName } = await ray.readVersion();
      const client = openServe(deps.clusters, cluster, signal);
      await changeApplication(deps, { job, cluster, client, sessionName, renew, signal });
    }),
  );
};

interface ChangeContext {
  readonly job: DeployJob;
  readonly cluster: ClusterRow;
  readonly client: ServeClient;
  readonly sessionName: string | null;
  readonly renew: () => Promise<void>;
  readonly signal: AbortSignal;
}

const changeApplication = async (deps: ServicesDeps, context: ChangeContext): Promise<void> => {
  const { job, client, cluster, sessionName } = context;
  const { id: serviceId, applied_sha256: appliedSha256 } = job.service;
  const { number, kind } = job.deploy;
  const { change, secrets } = await changeOf(deps, job, appliedSha256);
  const at = deps.clock();
  const before = await client.read();
  if (await isServeHidden(deps.db, cluster.id, { state: before, sessionName, at })) {
    throw new DomainError("unavailable", "Ray Serve had applications a moment ago and shows none; nothing was written");
  }
  const isDone = planWrite(before, change).isDone;
  const verified = isDone ? { state: before, at } : await writeChange(deps, context, { before, change, secrets });
  await recordServe(deps, cluster, { ...verified, sessionName });
  const found = verified.state.applications.get(change.name);
  const sha256 = change.wanted === undefined || !found ? null : configSha256(found.config);
  await finishDeploy(deps.db, serviceId, number, { kind, sha256, sessionName, at: verified.at });
};

interface Verified {
  readonly state: ServeState;
  /** Before the state was asked for. */
  readonly at: Date;
}

const writeChange = async (
  deps: ServicesDeps,
  context: ChangeContext,
  {
    before,
    change,
    secrets,
  }: { readonly before: ServeState; readonly change: Change; readonly secrets: readonly string[] },
): Promise<Verified> => {
  const { service, deploy } = context.job;
  if (change.wanted !== undefined) await notePut(deps.db, service.id, deploy.number);
  const again = await context.client.read();
  if (serveFingerprint(again) !== serveFingerprint(before)) {
    throw new DomainError("unavailable", "another program changed this cluster at the same time; nothing was written");
  }
  await context.renew();
  await context.client.write(planWrite(again, change).body).catch((error: unknown) => {
    throw error instanceof ServeRefusal ? refusalOf(error, secrets) : error;
  });
  return verify(deps, context, change);
};

const refusalOf = ({ reasons }: ServeRefusal, secrets: readonly string[]): DomainError => {
  const said = reasons.map((reason) => withoutSecretValues(reason, secrets)).join("; ");
  return new DomainError(
    "conflict",
    said === "" ? "Ray Serve refused the configuration" : `Ray Serve refused: ${said}`,
  );
};

const DROPS: ReadonlySet<string> = new Set(["pause", "delete"]);

const changeOf = async (
  deps: ServicesDeps,
  { service: { name }, deploy: { kind, config }, written }: DeployJob,
  appliedSha256: string | null,
): Promise<{ readonly change: Change; readonly secrets: readonly string[] }> => {
  const resolve = async (of: ServiceConfig) => {
    const values = await openSecrets(deps, of);
    return { application: toApplication(name, of, (id) => values.get(id) ?? ""), secrets: [...values.values()] };
  };
  const wanted = DROPS.has(kind) ? undefined : await resolve(config);
  // A secret of it may have been deleted since; the application is then recognised by what was verified only.
  const before = written && (await resolve(written).catch(ignoreConflict));
  return {
    change: { name, wanted: wanted?.application, written: before?.application, appliedSha256 },
    secrets: [...(wanted?.secrets ?? []), ...(before?.secrets ?? [])],
  };
};

/** What the console wrote last; undefined when a secret of it was deleted since. */
export const writtenApplication = async (deps: ServicesDeps, name: string, config: ServiceConfig) => {
  const values = await openSecrets(deps, config).catch(ignoreConflict);
  return values && toApplication(name, config, (id) => values.get(id) ?? "");
};

const ignoreConflict = (error: unknown): undefined => {
  if (error instanceof DomainError && error.code === "conflict") return undefined;
  throw error;
};

/** Serve accepts a configuration before it shows it. */
const verify = async (
  { clock }: ServicesDeps,
  { client, signal }: ChangeContext,
  change: Change,
): Promise<Verified> => {
  for (let tries = 0; tries < VERIFY_TIMES; tries += 1) {
    const at = clock();
    const state = await client.read();
    if (isWritten(state, change)) return { state, at };
    await sleep(VERIFY_EVERY_MS, undefined, { signal });
  }
  throw new DomainError("upstream_failed", "Ray Serve accepted the configuration and does not show it");
};

const inOurWords = async (act: () => Promise<void>): Promise<void> => {
  try {
    await act();
  } catch (error) {
    const known = toRayFault(error);
    if (!known) throw error;
    const code = LASTING.has(known.fault) ? "conflict" : "upstream_failed";
    throw new DomainError(code, describeFault(known.fault), { cause: error });
  }
};

const withServeLock = async (
  { db }: ServicesDeps,
  clusterId: string,
  signal: AbortSignal,
  act: (renew: () => Promise<void>) => Promise<void>,
): Promise<void> => {
  const holder = newId();
  const givesUpAtMs = performance.now() + LOCK_WAIT_MS;
  while (!(await takeServeLock(db, clusterId, holder, LEASE_S))) {
    if (performance.now() > givesUpAtMs)
      throw new DomainError("unavailable", "other services of this cluster are being changed");
    // Jitter, so that those who wait do not ask together.
    await sleep(LOCK_EVERY_MS * (0.6 + 0.8 * Math.random()), undefined, { signal });
  }
  try {
    await act(async () => {
      const isHeld = await renewServeLock(db, clusterId, holder, LEASE_S);
      if (!isHeld) throw new DomainError("unavailable", "the change took too long; nothing was written");
    });
  } finally {
    await dropServeLock(db, clusterId, holder);
  }
};
