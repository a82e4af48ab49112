import { type Poller, startPoller } from "../../../../platform/concurrency/start-poller.ts";
import { type ClaimedSource, claimDueSources, removeOldCurves, removeRunsOfDeletedSources } from "./poll.store.ts";
import { POLL_MS, pollSource, type SourcePollDeps } from "./poll-source.ts";

const POLLS_AT_ONCE = 4;
/** Longer than a poll waits for its source, and not much longer: the source of a worker that died is polled when it ends. */
const LEASE_S = POLL_MS / 1_000 + 15;
const MAX_PAUSE_MS = 5_000;
const CLEAN_EVERY_MS = 60_000;
const REMOVED_AT_ONCE = 500;
const KEEP_CURVES_MS = 30 * 86_400_000;

/** Polls the registered sources of runs. Any number of workers may run. */
export const startRunSourcePoller = (deps: SourcePollDeps & { readonly intervalMs?: number }): Poller => {
  const { db, clock, log } = deps;
  return startPoller<ClaimedSource>({
    atOnce: POLLS_AT_ONCE,
    intervalMs: deps.intervalMs ?? 1_000,
    maxPauseMs: MAX_PAUSE_MS,
    claim: (limit) => claimDueSources(db, { limit, leaseS: LEASE_S, at: clock() }),
    poll: async (source) => {
      try {
        await pollSource(deps, source);
      } catch (error) {
        log.warn({ err: error, sourceId: source.id }, "a poll of a source of runs could not be written");
      }
    },
    cleanup: {
      everyMs: CLEAN_EVERY_MS,
      remove: async () =>
        (await removeRunsOfDeletedSources(db, REMOVED_AT_ONCE, clock())) +
        (await removeOldCurves(db, new Date(clock().getTime() - KEEP_CURVES_MS), REMOVED_AT_ONCE)),
    },
    onFailure: (error, failures) => log.warn({ err: error, failures }, "the sources to poll could not be read"),
  });
};
