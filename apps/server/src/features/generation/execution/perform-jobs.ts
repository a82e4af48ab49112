import { setTimeout as sleep } from "node:timers/promises";
import { inWindow } from "../runs/grid.rules.ts";
import type { PerformDeps, PollResult } from "./perform-deps.ts";
import { performJob } from "./perform-job.ts";

/** One step of a call at a time for each of these, whatever number of partitions this process has in hand. */
export const STEPS_AT_ONCE = 100;
const FIRST_REST_MS = 1_000;
const MAX_REST_MS = 5_000;

export interface JobsInProgress {
  readonly signal: AbortSignal;
  /** The calls that a step is made for just now: others are told that somebody works on them. */
  readonly inProgress: Set<string>;
  /** Lets a step begin when there is room for it. */
  readonly inQueue: <T>(step: () => Promise<T>) => Promise<T>;
}

/**
 * Takes calls to their ends, `atOnce` of them at a time. Between two looks a call is a timer in this process and nothing
 * else: where it stands is in its row, so whoever takes over from a process that died goes on from there.
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

/** An engine of ours is away, or the step is wrong: neither gets better by asking at once. */
const restAfter = (faults: number): PollResult => ({
  isDone: false,
  againInMs: Math.min(MAX_REST_MS, FIRST_REST_MS * 1.5 ** (faults - 1)),
});
