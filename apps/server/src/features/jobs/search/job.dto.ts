import type { JobAct, JobItem } from "@dailies/contract";
import { withoutCredentials } from "../../../platform/observability/log-redaction.ts";
import type { JobActs } from "../jobs-deps.ts";
import type { JobRow } from "./job-search.store.ts";

/** What can be done with a job in its state, as far as its kind offers it. */
export const actsOn = (acts: JobActs, { kind, status, retriedAt }: JobRow): JobAct[] => {
  const offered = acts[kind];
  if (status === "Waiting" || status === "Running") return offered.cancel ? ["cancel"] : [];
  return status === "Failed" && retriedAt === null && offered.retry ? ["retry"] : [];
};

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

export const toJobItem = (acts: JobActs, job: JobRow): JobItem => ({
  id: job.id,
  kind: job.kind,
  status: job.status,
  title: job.title,
  subject_id: job.subjectId,
  owner: job.owner,
  created_at: job.createdAt.toISOString(),
  started_at: iso(job.startedAt),
  finished_at: iso(job.finishedAt),
  attempts: job.attempts,
  next_run_at: iso(job.nextRunAt),
  last_error: job.lastError === null ? null : withoutCredentials(job.lastError),
  retried_at: iso(job.retriedAt),
  acts: actsOn(acts, job),
});
