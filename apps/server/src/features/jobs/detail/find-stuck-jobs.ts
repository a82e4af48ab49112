import type { JobExecution, JobKind, StuckJob } from "@dailies/contract";
import type { JobsDeps } from "../jobs-deps.ts";
import { toJobItem } from "../search/job.dto.ts";
import { type JobRow, listOldestUnfinished } from "../search/job-search.store.ts";
import { type Viewer, visibleKinds } from "../search/visible-kinds.ts";
import { WORKFLOWS } from "./job-workflows.rules.ts";
import { readExecution } from "./read-execution.ts";

/** Younger jobs may still be on their way through the outbox, or between two steps. */
const YOUNG_MS = 10 * 60_000;
const MAX_JOBS = 100;
const AT_ONCE = 10;
/** A step is retried a few times as a matter of course, when a machine restarts or a provider is busy. */
const MANY_ATTEMPTS = 5;

type Finding = Omit<StuckJob, "job">;

/** Uploads wait for their user, not for a worker. */
export const UPLOAD_KINDS: readonly JobKind[] = ["asset_ingest", "label_prefill"];
const waitsForUser = ({ kind, status }: JobRow): boolean => status === "Waiting" && UPLOAD_KINDS.includes(kind);

/** Ray decides when its jobs go on, and its cluster shows why they wait. */
const hasWorkflow = (kind: JobKind): boolean => kind !== "cluster_job";

/** Why a job does not go on; undefined when it does, or when nothing is known. */
export const findReason = (execution: JobExecution, nowMs: number): Finding | undefined => {
  const { state, pending, start_attempts, start_error, started_at } = execution;
  if (state === "not_started") return { reason: "not_started", attempts: start_attempts, error: start_error };
  if (state === "ended") return { reason: "lost", attempts: 0, error: null };
  const failing = pending.find(({ attempt }) => attempt > MANY_ATTEMPTS);
  if (failing) return { reason: "failing", attempts: failing.attempt, error: failing.last_error };
  const isOld = started_at !== null && nowMs - Date.parse(started_at) > YOUNG_MS;
  const isUnclaimed =
    pending.length > 0 && pending.every((step) => step.state === "scheduled" && step.next_run_at === null);
  return isOld && isUnclaimed ? { reason: "no_worker", attempts: 1, error: null } : undefined;
};

const executionOf = (deps: JobsDeps, job: JobRow): Promise<JobExecution> => {
  const ref = WORKFLOWS[job.kind](job);
  if (!ref) throw new Error(`a job of the kind ${job.kind} has no workflow`);
  return readExecution(deps, ref);
};

/** Asks the workflow engine about the oldest unfinished jobs. */
export const findStuckJobs = async (
  deps: JobsDeps,
  viewer: Viewer,
): Promise<{ items: StuckJob[]; looked_at: number; is_complete: boolean }> => {
  const nowMs = deps.clock().getTime();
  const kinds = visibleKinds(viewer).filter(hasWorkflow);
  const oldest = await listOldestUnfinished(deps.db, kinds, new Date(nowMs - YOUNG_MS), MAX_JOBS);
  const jobs = oldest.filter((job) => !waitsForUser(job));
  const items: StuckJob[] = [];
  let unknown = 0;
  for (let at = 0; at < jobs.length; at += AT_ONCE) {
    const some = jobs.slice(at, at + AT_ONCE);
    const executions = await Promise.all(some.map((job) => executionOf(deps, job)));
    unknown += executions.filter(({ state }) => state === "unknown").length;
    // Without the engine every further question would wait for its deadline as well.
    if (unknown === some.length) return { items, looked_at: at + some.length, is_complete: false };
    for (const [index, execution] of executions.entries()) {
      const job = some[index];
      const finding = execution.state === "unknown" ? undefined : findReason(execution, nowMs);
      if (job && finding) items.push({ job: toJobItem(deps.acts, job), ...finding });
    }
  }
  return { items, looked_at: jobs.length, is_complete: unknown === 0 };
};
