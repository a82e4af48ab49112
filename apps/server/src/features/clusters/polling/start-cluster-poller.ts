import { setTimeout as sleep } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";
import { newId } from "../../../platform/ids.ts";
import type { Log } from "../../../platform/observability/log.ts";
import type { ClustersDeps } from "../clusters-deps.ts";
import { removeJobsOfDeletedClusters } from "../registration/cluster.store.ts";
import { type ClaimedCluster, claimDueClusters } from "./poll.store.ts";
import { type PollDeps, pollCluster } from "./poll-cluster.ts";

export interface ClusterPollerOptions extends ClustersDeps {
  readonly log: Log;
  readonly metrics?: Registry;
  readonly intervalMs?: number;
  readonly readMore?: PollDeps["readMore"];
}

export interface ClusterPoller {
  /** Resolves when the polls in progress are written; nothing is claimed after that. */
  stop(): Promise<void>;
}

/** Each waits for its cluster most of the time, at most five seconds a request. */
const POLLS_AT_ONCE = 24;
/** Longer than a poll can take, so that a cluster is never polled twice while its worker lives. */
const LEASE_S = 60;
const MAX_PAUSE_MS = 5_000;
const CLEAN_EVERY_MS = 60_000;
const REMOVED_AT_ONCE = 2_000;

/**
 * Polls the registered clusters, each on its own: one that hangs or fails takes a slot until its timeout and changes
 * nothing for the others. Any number of workers may run.
 */
export const startClusterPoller = (options: ClusterPollerOptions): ClusterPoller => {
  const stopping = new AbortController();
  const { readMore, ...others } = options;
  const deps: PollDeps = { ...others, pollerId: newId(), memories: new Map(), ...(readMore && { readMore }) };
  const polls = new Set<Promise<void>>();
  registerGauge(options, () => polls.size);
  const running = pollUntil(stopping.signal, deps, polls, options.intervalMs ?? 500);
  return {
    stop: async () => {
      stopping.abort();
      await running;
      await Promise.all(polls);
    },
  };
};

const pollUntil = async (
  signal: AbortSignal,
  deps: PollDeps,
  polls: Set<Promise<void>>,
  intervalMs: number,
): Promise<void> => {
  let failures = 0;
  let cleanAtMs = 0;
  while (!signal.aborted) {
    try {
      const free = POLLS_AT_ONCE - polls.size;
      const due = free > 0 ? await claimDueClusters(deps.db, { limit: free, leaseS: LEASE_S, at: deps.clock() }) : [];
      for (const cluster of due) begin(deps, polls, cluster);
      if (performance.now() >= cleanAtMs) {
        const removed = await removeJobsOfDeletedClusters(deps.db, REMOVED_AT_ONCE, deps.clock());
        cleanAtMs = performance.now() + (removed > 0 ? 0 : CLEAN_EVERY_MS);
      }
      failures = 0;
    } catch (error) {
      failures += 1;
      deps.log.warn({ err: error, failures }, "the clusters to poll could not be read");
    }
    await pause(Math.min(intervalMs * 2 ** failures, MAX_PAUSE_MS), signal);
  }
};

const begin = (deps: PollDeps, polls: Set<Promise<void>>, cluster: ClaimedCluster): void => {
  const poll = pollCluster(deps, cluster).then(
    () => undefined,
    (error: unknown) => {
      // What it remembers may be ahead of what was written.
      deps.memories.delete(cluster.id);
      deps.log.warn({ err: error, clusterId: cluster.id }, "a poll of a cluster could not be written");
    },
  );
  polls.add(poll);
  void poll.finally(() => polls.delete(poll));
};

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};

const registerGauge = ({ metrics }: ClusterPollerOptions, count: () => number): void => {
  if (!metrics) return;
  new Gauge({
    name: "cluster_polls_running",
    help: "Ray clusters that are being polled.",
    registers: [metrics],
    collect() {
      this.set(count());
    },
  });
};
