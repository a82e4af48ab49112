import { setTimeout as sleep } from "node:timers/promises";
import { inWindow } from "../runs/grid.rules.ts";
import type { PerformDeps, PollResult } from "./perform-deps.ts";
import { performJob } from "./perform-job.ts";

/** Maximum number of concurrent steps in this process, across all partitions. */
export const STEPS_AT_ONCE = 100;
const FIRST_REST_MS = 1_000;
const MAX_REST_MS = 5_000;

export interface JobsInProgress {
  readonly signal: AbortSignal;
  /** Jobs with a step in progress; their claims are renewed. */
  readonly inProgress: Set<string>;
  /** Waits for capacity, then runs the step. */
  readonly inQueue: <T>(step: () => Promise<T>) => Promise<T>;
}

/**
 * Performs jobs until they end, `atOnce` of them concurrently. Between two polls a job is only a timer in this process: its
 * state is in its row, so another process can continue after a crash.
 */
export const performJobs = async (
  deps: PerformDeps,
  jobIds: readonly string[],
  { atOnce, jobsInProgress }: { atOnce: number; jobsInProgress: JobsInProgress },
): Promise<void> => {
  await inWindow(jobIds, atOnce, (jobId) => performToItsEnd(deps, jobId, jobsInProgress));
  jobsInProgress.signal.throwIfAborted();
};

const performToItsEnd = async (deps: PerformDeps, jobId: string, jobsInProgress: JobsInProgress): Promise<void> => {
  for (let tries = 0, faults = 0; !jobsInProgress.signal.aborted; tries++) {
    const result = await step(deps, jobId, { tries, jobsInProgress }).catch((error: unknown) => {
      if (jobsInProgress.signal.aborted) throw error;
      faults++;
      deps.log.warn({ err: error, jobId }, "call step failed, retrying");
      return restAfter(faults);
    });
    if (result.isDone) return;
    await sleep(result.againInMs, undefined, { signal: jobsInProgress.signal });
  }
};

const step = (
  deps: PerformDeps,
  jobId: string,
  { tries, jobsInProgress }: { tries: number; jobsInProgress: JobsInProgress },
): Promise<PollResult> =>
  jobsInProgress.inQueue(async () => {
    jobsInProgress.inProgress.add(jobId);
    try {
      return await performJob(deps, jobId, { tries, signal: jobsInProgress.signal });
    } finally {
      jobsInProgress.inProgress.delete(jobId);
    }
  });

/** One of our engines is down or the step has a bug; neither improves with an immediate retry. */
const restAfter = (faults: number): PollResult => ({
  isDone: false,
  againInMs: Math.min(MAX_REST_MS, FIRST_REST_MS * 1.5 ** (faults - 1)),
});
