import type { ClusterFault, ClusterResources } from "@dailies/contract";
import { backoffMs } from "../../../platform/concurrency/backoff.ts";
import { type ByteBudget, openByteBudget } from "../../../platform/concurrency/byte-budget.ts";
import type { Log } from "../../../platform/observability/log.ts";
import { withAnswerBytes } from "../../../platform/ray/answer-bytes.ts";
import { JOBS_BYTES, type JobListAnswer } from "../../../platform/ray/ray-client.ts";
import { RayFault, toRayFault } from "../../../platform/ray/ray-fault.ts";
import type { ClustersDeps } from "../clusters-deps.ts";
import { openToken } from "../registration/open-cluster.ts";
import type { ClusterSource } from "../sources/cluster-source.ts";
import { openSource } from "../sources/open-source.ts";
import { followJobs } from "./follow-jobs.ts";
import { type ClaimedCluster, type PollResult, recordPoll } from "./poll.store.ts";
import { type ClusterMemory, syncGpus, syncJobs } from "./sync-jobs.ts";

export const POLL_EVERY_MS = 5_000;
/** Nodes are most of the bytes of a poll and change least. */
const NODES_EVERY_MS = 15_000;
export const MAX_BACKOFF_MS = 300_000;
/** Until its length is known: ten thousand jobs fit. */
const FIRST_LIST_BYTES = 8 * 1024 ** 2;
/** From here on the circuit is open: pages say so, and the cluster is asked at growing intervals. */
export const FAILURES_TO_OPEN = 3;
/** A cluster whose lists take long to process is polled less often: at most a twentieth of the time goes into it. */
const BUSY_FACTOR = 20;

export interface PollDeps extends ClustersDeps {
  readonly log: Log;
  /** Of this process: what another one wrote is not in its memory. */
  readonly pollerId: string;
  readonly memories: Map<string, ClusterMemory>;
  readonly budgets: PollBudgets;
  /** Reads more of a dashboard that answers, for other features. It may not throw for what the cluster does. */
  readonly readMore?: ClusterReader;
}

/** Memory that all polls share for what clusters answer, which may be any of their answers at once. */
export interface PollBudgets {
  /** Held until a list of jobs is written. */
  readonly lists: ByteBudget;
  readonly logs: ByteBudget;
}

export const openPollBudgets = (): PollBudgets => ({
  lists: openByteBudget(192 * 1024 ** 2),
  logs: openByteBudget(128 * 1024 ** 2),
});

/** `sessionName` is null when Ray did not say. */
export type ClusterReader = (
  cluster: ClaimedCluster,
  session: { readonly sessionName: string | null },
) => Promise<void>;

type Part<T> =
  | { readonly value: T; readonly fault: null }
  | { readonly value: undefined; readonly fault: ClusterFault };

const attempt = async <T>(act: () => Promise<T>): Promise<Part<T>> => {
  try {
    return { value: await act(), fault: null };
  } catch (error) {
    const known = toRayFault(error);
    if (!known) throw error;
    return { value: undefined, fault: known.fault };
  }
};

/** One poll: reads what is due, writes it, and says when the next one is. Nothing of the cluster makes it throw. */
export const pollCluster = async (deps: PollDeps, cluster: ClaimedCluster): Promise<PollResult> => {
  const at = deps.clock();
  const { result, busyMs } = await askCluster(deps, cluster, at);
  const waitMs = result.fault
    ? backoffMs({ everyMs: POLL_EVERY_MS, maxMs: MAX_BACKOFF_MS }, cluster.failures + 1, Math.random())
    : Math.max(POLL_EVERY_MS, busyMs * BUSY_FACTOR);
  const endedAt = deps.clock();
  const nextAt = new Date(endedAt.getTime() + waitMs);
  await recordPoll(deps.db, cluster.id, result, { at: endedAt, nextAt, pollerId: deps.pollerId });
  noteChange(deps.log, cluster, result);
  return result;
};

const noteChange = (log: Log, { id, failures }: ClaimedCluster, { fault }: PollResult): void => {
  if (fault && failures === 0) log.warn({ clusterId: id, fault }, "a cluster could not be polled");
  if (!fault && failures > 0) log.info({ clusterId: id, failures }, "a cluster can be polled again");
};

interface Asked {
  readonly result: PollResult;
  readonly busyMs: number;
}

const askCluster = async (deps: PollDeps, cluster: ClaimedCluster, at: Date): Promise<Asked> => {
  const memory = memoryOf(deps, cluster);
  const opened = await attempt(async () => {
    const source = openSource(deps, cluster);
    await source.checkHealth();
    return { source, token: openToken(deps, cluster) };
  });
  if (opened.fault !== null) return { result: { fault: opened.fault, jobsFault: null }, busyMs: 0 };
  const { source, token } = opened.value;
  const answer = { first: listBytesOf(memory), most: JOBS_BYTES };
  return withAnswerBytes(deps.budgets.lists, answer, (maxBytes) =>
    readCluster(deps, cluster, { memory, source, token, at, maxBytes, isLast: maxBytes === answer.most }),
  );
};

/** The list of jobs is nearly always about as long as it was last time. */
const listBytesOf = ({ listBytes }: ClusterMemory): number =>
  listBytes === undefined ? FIRST_LIST_BYTES : Math.min(Math.max(1024 ** 2, listBytes * 1.5), JOBS_BYTES);

interface ReadContext {
  readonly memory: ClusterMemory;
  readonly source: ClusterSource;
  readonly token: string | null;
  readonly at: Date;
  /** Of the list of jobs. */
  readonly maxBytes: number;
  /** Whether no more can be had. */
  readonly isLast: boolean;
}

const readCluster = async (deps: PollDeps, cluster: ClaimedCluster, context: ReadContext): Promise<Asked> => {
  const { memory, source, token, at } = context;
  const areNodesDue = cluster.nodes_at === null || at.getTime() - cluster.nodes_at.getTime() >= NODES_EVERY_MS;
  const [version, isTokenRequired, status, members, list] = await Promise.all([
    attempt(() => source.readVersion()),
    attempt(() => (areNodesDue ? source.isTokenRequired() : Promise.resolve(undefined))),
    attempt(() => source.readResources()),
    attempt(() => (areNodesDue ? source.readMembers() : Promise.resolve(undefined))),
    attempt(() => source.listJobs(context.maxBytes)),
  ]);
  if (list.fault === "too_large" && !context.isLast) throw new RayFault("too_large", "the list of jobs is longer");
  // The dashboard answers long after its cluster died: only when lists come is it reachable.
  if (list.fault !== null && status.fault !== null)
    return { result: { fault: list.fault, jobsFault: null }, busyMs: 0 };
  const resources = status.value ?? undefined;
  if (cluster.kind === "Ray") await deps.readMore?.(cluster, { sessionName: version.value?.sessionName ?? null });
  const facts = {
    rayVersion: version.value?.rayVersion,
    isTokenRequired: isTokenRequired.value,
    resources,
    ...members.value,
  };
  if (list.fault !== null) return { result: { ...facts, fault: null, jobsFault: list.fault }, busyMs: 0 };
  const secrets = token === null ? [] : [token];
  const jobs = await readJobs(deps, cluster, { memory, source, list: list.value, resources, secrets, at });
  const { logs } = source;
  const follow = { db: deps.db, clusterId: cluster.id, secrets, budget: deps.budgets.logs, at };
  if (logs) await followJobs({ ...follow, logs });
  return { result: { ...facts, fault: null, jobsFault: jobs.fault, jobsLeftOut: jobs.leftOut }, busyMs: jobs.busyMs };
};

interface JobsContext {
  readonly memory: ClusterMemory;
  readonly source: ClusterSource;
  readonly list: JobListAnswer;
  readonly resources: ClusterResources | undefined;
  readonly secrets: readonly string[];
  readonly at: Date;
}

interface ReadJobs {
  readonly fault: ClusterFault | null;
  readonly leftOut: number | undefined;
  readonly busyMs: number;
}

const readJobs = async (deps: PollDeps, cluster: ClaimedCluster, context: JobsContext): Promise<ReadJobs> => {
  const { memory } = context;
  memory.listBytes = context.list.bytes;
  const gpusInUse = context.resources?.gpu?.used ?? 0;
  const gpus = gpusInUse > 0 ? await attempt(() => context.source.readHeldGpus()) : undefined;
  const held = gpus?.value;
  const { secrets, at } = context;
  const { leftOut, busyMs } = context.list;
  if (memory.listSha256 === context.list.sha256) {
    if (held) await syncGpus(deps.db, cluster.id, memory, { gpus: held, secrets, at });
    return { fault: null, leftOut: memory.leftOut, busyMs };
  }
  const begunMs = performance.now();
  const parsed = await attempt(async () => context.list.entries());
  if (parsed.fault !== null) return { fault: parsed.fault, leftOut: undefined, busyMs: performance.now() - begunMs };
  const parsedMs = busyMs + performance.now() - begunMs;
  const listed = { entries: parsed.value, leftOut, gpus: held, secrets, at };
  memory.leftOut = await syncJobs(deps.db, cluster.id, memory, listed);
  memory.listSha256 = context.list.sha256;
  return { fault: null, leftOut: memory.leftOut, busyMs: parsedMs };
};

/** Begins anew when another process polled last, or when the registration changed. */
const memoryOf = ({ memories, pollerId }: PollDeps, cluster: ClaimedCluster): ClusterMemory => {
  const found = memories.get(cluster.id);
  if (found && found.revision === cluster.revision && cluster.polled_by === pollerId) return found;
  const fresh: ClusterMemory = {
    revision: cluster.revision,
    listSha256: undefined,
    listBytes: undefined,
    fingerprints: undefined,
    unfinished: undefined,
    leftOut: undefined,
  };
  memories.set(cluster.id, fresh);
  return fresh;
};
