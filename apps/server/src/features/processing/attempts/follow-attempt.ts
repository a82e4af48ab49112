import { setTimeout as sleep } from "node:timers/promises";
import { toRayFault } from "../../../platform/ray/ray-fault.ts";
import type { RayJobClient } from "../../../platform/ray/ray-job-client.ts";
import type { JobDetails } from "../../../platform/ray/ray-schemas.ts";
import { openRayJobs } from "../../clusters/index.ts";
import { finishedKey } from "../object-keys.ts";
import type { ProcessingRunDeps } from "../processing-deps.ts";
import { type AttemptRecord, findAttempt } from "../records/attempt.store.ts";
import { findRun, type RunRecord } from "../records/run.store.ts";
import { type AttemptRef, enterPhase, noteObservation, readDecision } from "../records/run-state.store.ts";
import { listDoneParts } from "./done-parts.ts";
import { AttemptFailure, type JobSight, NOTHING_SEEN } from "./end-attempt.ts";
import { explainJobEnd, readLogEnd } from "./explain-job-end.ts";
import { requireCluster } from "./submit-attempt.ts";

const LOOK_MS = { first: 1_000, most: 30_000 };
/** Looks are a share of the job's age apart, so that a short job is not waited for longer than it took. */
const AGE_SHARE = 0.1;
/** Between two looks only our own database is asked whether somebody cancelled. */
const DECISION_MS = 2_000;
const HOUR_MS = 3_600_000;
/** The job ends itself in time; this long after that it is stopped. */
const GRACE_MS = 10 * 60_000;

export type Followed =
  | { readonly outcome: "succeeded"; readonly seen: JobSight }
  | { readonly outcome: "cancel" | "over" };

/** A failure together with what was last seen of the job. */
export class FollowedFailure extends AttemptFailure {
  readonly seen: JobSight;
  constructor(failure: Pick<AttemptFailure, "fault" | "message">, seen: JobSight) {
    super(failure.fault, failure.message);
    this.seen = seen;
  }
}

/** Looks at the job until it is over, somebody cancels it or its time is up. A worker that dies is followed by another. */
export const followAttempt = async (
  deps: ProcessingRunDeps,
  ref: AttemptRef,
  signal: AbortSignal,
): Promise<Followed> => {
  const run = await findRun(deps.db, ref.runId);
  const attempt = await findAttempt(deps.db, ref.runId, ref.attempt);
  if (!run || !attempt || !(await enterPhase(deps.db, ref, "processing", deps.clock()))) return { outcome: "over" };
  const submittedMs = (attempt.submittedAt ?? deps.clock()).getTime();
  const limitMs = submittedMs + run.resources.max_hours * HOUR_MS + GRACE_MS;
  for (;;) {
    const decision = await readDecision(deps.db, ref);
    if (decision !== "go on") return { outcome: decision };
    const found = await look(deps, { run, attempt, ref }, signal);
    if (found.end) return { outcome: "succeeded", seen: found.end };
    if (deps.clock().getTime() > limitMs) throw outOfTime(run, found.isSilent);
    await waitForNextLook(deps, ref, submittedMs, signal);
  }
};

/** Returns early when there is a decision. */
const waitForNextLook = async (
  deps: ProcessingRunDeps,
  ref: AttemptRef,
  submittedMs: number,
  signal: AbortSignal,
): Promise<void> => {
  const { first, most } = deps.lookMs ?? LOOK_MS;
  const ageMs = deps.clock().getTime() - submittedMs;
  let leftMs = Math.min(most, Math.max(first, ageMs * AGE_SHARE));
  while (leftMs > 0) {
    const waitMs = Math.min(leftMs, DECISION_MS);
    await sleep(waitMs, undefined, { signal });
    leftMs -= waitMs;
    if (leftMs > 0 && (await readDecision(deps.db, ref)) !== "go on") return;
  }
};

const outOfTime = ({ resources }: RunRecord, isSilent: boolean): FollowedFailure =>
  new FollowedFailure(
    isSilent
      ? { fault: "cluster_silent", message: "the cluster did not answer until the time of this attempt was over" }
      : { fault: "out_of_time", message: `the attempt took longer than ${resources.max_hours} hours` },
    NOTHING_SEEN,
  );

interface Followee {
  readonly run: RunRecord;
  readonly attempt: AttemptRecord;
  readonly ref: AttemptRef;
}

interface Observation {
  readonly isSilent: boolean;
  readonly end?: JobSight;
}

const look = async (deps: ProcessingRunDeps, followee: Followee, signal: AbortSignal): Promise<Observation> => {
  const { run, attempt, ref } = followee;
  const cluster = await requireCluster(deps, run);
  const jobs = openRayJobs(deps.clusters, cluster, signal);
  const job = await findAnswered(jobs, attempt.submissionId);
  const at = deps.clock();
  if (job === "silent") {
    await noteObservation(deps.db, ref, { rayStatus: null, partsDone: null, isSilent: true, at });
    return { isSilent: true };
  }
  const partsDone = (await listDoneParts(deps.storage, run.id)).size;
  await noteObservation(deps.db, ref, { rayStatus: job?.status ?? null, partsDone, isSilent: false, at });
  if (!job)
    throw new FollowedFailure(
      {
        fault: "job_lost",
        message: "the cluster no longer knows this job: its head was restarted, or the job was deleted there",
      },
      NOTHING_SEEN,
    );
  if (job.status === "PENDING" || job.status === "RUNNING") return { isSilent: false };
  const logTail = await readLogEnd(deps, cluster, job, attempt.submissionId);
  const seen = { rayStatus: job.status, logTail };
  if (job.status !== "SUCCEEDED") throw new FollowedFailure(explainJobEnd(job, run.resources.max_hours), seen);
  if (!(await deps.storage.headObject(finishedKey(run.id, ref.attempt))))
    throw new FollowedFailure(
      { fault: "output_incomplete", message: "the job ended without the marker that it writes last" },
      seen,
    );
  return { isSilent: false, end: seen };
};

/** A cluster that does not answer is asked again later: the job goes on without us. */
const findAnswered = async (jobs: RayJobClient, submissionId: string): Promise<JobDetails | "silent" | undefined> => {
  try {
    return await jobs.findJob(submissionId);
  } catch (error) {
    if (!toRayFault(error)) throw error;
    return "silent";
  }
};
