import { setTimeout as sleep } from "node:timers/promises";

export interface PollerOptions<Due> {
  /** Polls in progress at the same time. */
  readonly atOnce: number;
  readonly intervalMs: number;
  /** The longest pause after failed claims, which double it. */
  readonly maxPauseMs: number;
  /** Takes a lease on at most so many of what is due. */
  readonly claim: (limit: number) => Promise<readonly Due[]>;
  /** Polls one of them; deals with its own failures. */
  readonly poll: (due: Due) => Promise<void>;
  readonly cleanup?: PollerCleanup;
  readonly onFailure: (error: unknown, failures: number) => void;
}

export interface PollerCleanup {
  /** Between two runs that found nothing to remove; after one that did, the next follows the next claim. */
  readonly everyMs: number;
  /** Removes a bounded number of what is no longer needed, and returns how many. */
  readonly remove: () => Promise<number>;
}

export interface Poller {
  running(): number;
  /** Resolves when the polls in progress are written; nothing is claimed after that. */
  stop(): Promise<void>;
}

/** Claims and polls what is due, each on its own: one that hangs takes a slot and changes nothing for the others. */
export const startPoller = <Due>(options: PollerOptions<Due>): Poller => {
  const stopping = new AbortController();
  const polls = new Set<Promise<void>>();
  const looping = pollUntil(stopping.signal, polls, options);
  return {
    running: () => polls.size,
    stop: async () => {
      stopping.abort();
      await looping;
      await Promise.all(polls);
    },
  };
};

const pollUntil = async <Due>(
  signal: AbortSignal,
  polls: Set<Promise<void>>,
  { atOnce, intervalMs, maxPauseMs, claim, poll, cleanup, onFailure }: PollerOptions<Due>,
): Promise<void> => {
  let failures = 0;
  let cleanAtMs = 0;
  while (!signal.aborted) {
    try {
      const free = atOnce - polls.size;
      for (const due of free > 0 ? await claim(free) : []) {
        const begun = poll(due);
        polls.add(begun);
        void begun.finally(() => polls.delete(begun));
      }
      if (cleanup && performance.now() >= cleanAtMs) {
        const removed = await cleanup.remove();
        cleanAtMs = performance.now() + (removed > 0 ? 0 : cleanup.everyMs);
      }
      failures = 0;
    } catch (error) {
      failures += 1;
      onFailure(error, failures);
    }
    await pause(Math.min(intervalMs * 2 ** failures, maxPauseMs), signal);
  }
};

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};
