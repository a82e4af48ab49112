import { errorWords, withLogLine } from "../jobs/job.rules.ts";
import { endHold, type Job } from "../jobs/job.store.ts";
import { again, type PerformDeps, type PollResult } from "./perform-deps.ts";
import { type Unsuccess, updateUnsuccessful } from "./settle.store.ts";

export interface End extends Pick<Unsuccess, "status" | "error" | "isNotStarted"> {
  readonly rawStatus?: string;
  readonly mustCancel?: boolean;
}

/** Ends a job without output. False when it had already ended. */
export const endJob = async (deps: PerformDeps, job: Job, end: End): Promise<boolean> => {
  const { status, rawStatus = null, mustCancel = false, isNotStarted = false } = end;
  const error = { ...end.error, code: end.error.code.slice(0, 64), message: errorWords(end.error.message) };
  const log = withLogLine(job.log, deps.clock(), `${status}: ${error.message}`);
  const jobId = job.id;
  const isEnded = await updateUnsuccessful(deps.db, {
    jobId,
    status,
    isNotStarted,
    mustCancel,
    rawStatus,
    error,
    log,
  });
  await deps.reached?.("ended");
  return isEnded;
};

/** The job ended during this step, for example by a cancellation; the next step sees that and does the rest. */
export const releaseJob = async (deps: PerformDeps, job: Job): Promise<PollResult> => {
  await endHold(deps.db, job.id);
  return again(100);
};
