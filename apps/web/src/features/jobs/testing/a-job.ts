import type { JobCounts, JobDetail, JobItem, JobRates } from "@dailies/contract";

const idOf = (place: number): string => `0198da7a-0000-7000-9300-${String(place).padStart(12, "0")}`;
const AT = "2026-01-02T03:04:05Z";

/** A failed export; its index determines its id. */
export const aJob = (place: number, overrides: Partial<JobItem> = {}): JobItem => ({
  id: idOf(place),
  kind: "export",
  status: "Failed",
  title: `Night drive ${place}`,
  subject_id: idOf(900),
  owner: "mei",
  created_at: AT,
  started_at: AT,
  finished_at: "2026-01-02T03:06:05Z",
  attempts: 2,
  next_run_at: null,
  last_error: "the table is gone",
  retried_at: null,
  acts: ["retry"],
  ...overrides,
});

export const aJobDetail = (job: JobItem): JobDetail => ({
  job,
  timeline: [
    { at: AT, status: "Waiting", error: null },
    { at: "2026-01-02T03:06:05Z", status: "Failed", error: "the table is gone" },
  ],
  payload: { rows: "cells", target: { kind: "lark", app_token: "••••••" } },
  execution: {
    workflow_id: `export/${job.id}/2`,
    state: "running",
    started_at: AT,
    closed_at: null,
    start_attempts: 0,
    next_start_at: null,
    start_error: null,
    pending: [
      { name: "runExport", attempt: 7, state: "scheduled", next_run_at: null, last_error: "503 from the base" },
    ],
  },
  log: null,
});

export const someRates = (): JobRates => ({
  points: Array.from({ length: 72 }, (_, at) => ({
    at: new Date(Date.parse(AT) + at * 300_000).toISOString(),
    seconds: at === 71 ? 12 : 300,
    started: at % 3,
    finished: 10 + (at % 12) * 5,
    failed: at === 40 ? 25 : 0,
    cancelled: 0,
    waited_s: at % 3 === 0 ? null : 4 + (at % 7),
    longest_wait_s: at % 3 === 0 ? null : 20,
  })),
  oldest_waiting: { id: idOf(4), kind: "dataset_index", created_at: AT },
});

export const someCounts = (failed: number): JobCounts => ({
  statuses: [
    { status: "Waiting", jobs: 0, is_exact: true },
    { status: "Running", jobs: 3, is_exact: true },
    { status: "Finished", jobs: 10_000, is_exact: false },
    { status: "Failed", jobs: failed, is_exact: true },
    { status: "Cancelled", jobs: 0, is_exact: true },
  ],
});
