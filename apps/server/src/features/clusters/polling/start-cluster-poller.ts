import { Gauge, type Registry } from "prom-client";
import { type Poller, startPoller } from "../../../platform/concurrency/start-poller.ts";
import { newId } from "../../../platform/ids.ts";
import type { Log } from "../../../platform/observability/log.ts";
import type { ClustersDeps } from "../clusters-deps.ts";
import { removeJobsOfDeletedClusters } from "../registration/cluster.store.ts";
import { type ClaimedCluster, claimDueClusters } from "./poll.store.ts";
import { openPollBudgets, type PollDeps, pollCluster } from "./poll-cluster.ts";

export interface ClusterPollerOptions extends ClustersDeps {
  readonly log: Log;
  readonly metrics?: Registry;
  readonly intervalMs?: number;
  readonly readMore?: PollDeps["readMore"];
}

/** Each waits for its cluster most of the time, at most five seconds a request. */
const POLLS_AT_ONCE = 24;
/**
 * Longer than a poll waits for its cluster: five requests one after the other. Not much longer, because the cluster of a
 * worker that died, or that could not write, is polled again only when it ends.
 */
const LEASE_S = 35;
const MAX_PAUSE_MS = 5_000;
const CLEAN_EVERY_MS = 60_000;
const REMOVED_AT_ONCE = 2_000;

/** Polls the registered clusters. Any number of workers may run. */
export const startClusterPoller = (options: ClusterPollerOptions): Poller => {
  const { readMore, ...others } = options;
  const own = { pollerId: newId(), memories: new Map(), budgets: openPollBudgets() };
  const deps: PollDeps = { ...others, ...own, ...(readMore && { readMore }) };
  const { db, clock, log } = deps;
  const poller = startPoller<ClaimedCluster>({
    atOnce: POLLS_AT_ONCE,
    intervalMs: options.intervalMs ?? 500,
    maxPauseMs: MAX_PAUSE_MS,
    claim: (limit) => claimDueClusters(db, { limit, leaseS: LEASE_S, at: clock() }),
    poll: (cluster) => pollOne(deps, cluster),
    cleanup: {
      everyMs: CLEAN_EVERY_MS,
      remove: () => removeJobsOfDeletedClusters(db, REMOVED_AT_ONCE, clock()),
    },
    onFailure: (error, failures) => log.warn({ err: error, failures }, "the clusters to poll could not be read"),
  });
  registerGauge(options, poller.running);
  return poller;
};

const pollOne = async (deps: PollDeps, cluster: ClaimedCluster): Promise<void> => {
  try {
    await pollCluster(deps, cluster);
  } catch (error) {
    // What it remembers may be ahead of what was written.
    deps.memories.delete(cluster.id);
    deps.log.warn({ err: error, clusterId: cluster.id }, "a poll of a cluster could not be written");
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
