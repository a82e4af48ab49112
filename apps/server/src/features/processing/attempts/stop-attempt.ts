import { setTimeout as sleep } from "node:timers/promises";
import { toRayFault } from "../../../platform/ray/ray-fault.ts";
import { findClusterRow, openCluster, openRayJobs } from "../../clusters/index.ts";
import type { ProcessingRunDeps } from "../processing-deps.ts";
import { findAttempt } from "../records/attempt.store.ts";
import { findRun } from "../records/run.store.ts";
import type { AttemptRef } from "../records/run-state.store.ts";
import { type JobSight, NOTHING_SEEN } from "./end-attempt.ts";
import { readLogEnd } from "./explain-job-end.ts";

/** Looks until the job has stopped. Ray never stops one that waits for resources that do not exist. */
const LOOKS = 20;
const LOOK_MS = 1_500;

export interface Stopped extends JobSight {
  /** What is not known about the job; null when it is certainly over. */
  readonly doubt: string | null;
}

/** Stops the job of an attempt and looks whether it has stopped. */
export const stopAttempt = async (deps: ProcessingRunDeps, ref: AttemptRef, signal: AbortSignal): Promise<Stopped> => {
  const run = await findRun(deps.db, ref.runId);
  const attempt = await findAttempt(deps.db, ref.runId, ref.attempt);
  const cluster = run && (await findClusterRow(deps.db, run.clusterId));
  if (!attempt || !cluster) return { ...NOTHING_SEEN, doubt: null };
  const { submissionId } = attempt;
  const jobs = openRayJobs(deps.clusters, cluster, signal);
  const client = openCluster(deps.clusters, cluster, signal);
  const lookMs = deps.lookMs?.first ?? LOOK_MS;
  let rayStatus: string | null = null;
  let doubt = "the cluster did not answer, so its job may still run";
  for (let number = 0; number < LOOKS; number++) {
    try {
      const job = await jobs.findJob(submissionId);
      if (!job) return { ...NOTHING_SEEN, doubt: null };
      rayStatus = job.status;
      if (job.status !== "PENDING" && job.status !== "RUNNING")
        return { rayStatus, logTail: await readLogEnd(deps, cluster, job, submissionId), doubt: null };
      await client.stopJob(submissionId);
      doubt = `the cluster was asked to stop the job and still reports it as ${job.status}`;
    } catch (error) {
      if (!toRayFault(error)) throw error;
    }
    await sleep(lookMs, undefined, { signal });
  }
  return { rayStatus, logTail: "", doubt };
};
