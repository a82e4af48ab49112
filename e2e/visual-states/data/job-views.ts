import { contract, JOB_QUEUES, type JobCounts, type JobDetail, type JobItem, type JobRates } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { answerCall } from "../../fixtures/answers.ts";
import type { View } from "../view.ts";

const view = (name: string, open: (page: Page) => Promise<void>): View => ({
  name: `jobs-${name}`,
  viewer: "administrator",
  open,
});

const idOf = (place: number): string => `0198da7a-0000-7000-9300-${String(place).padStart(12, "0")}`;
/** The clock of the pictures stands still at this time. */
const SHOWN_NOW = Date.parse("2026-03-02T09:30:00Z");
const ago = (minutes: number): string => new Date(SHOWN_NOW - minutes * 60_000).toISOString();

const job = (place: number, overrides: Partial<JobItem>): JobItem => ({
  id: idOf(place),
  kind: "export",
  status: "Finished",
  title: "Night drives · cells · csv",
  subject_id: idOf(900),
  owner: "mei.lin",
  created_at: ago(7 * place),
  started_at: ago(7 * place - 1),
  finished_at: ago(7 * place - 3),
  attempts: 1,
  next_run_at: null,
  last_error: null,
  retried_at: null,
  acts: [],
  ...overrides,
});

const LIVE = { status: "Running", finished_at: null, acts: ["cancel"] } satisfies Partial<JobItem>;
const JOBS: readonly JobItem[] = [
  job(1, { ...LIVE, kind: "package", title: "night-drives-720p@4 · MDS" }),
  job(2, { ...LIVE, kind: "generation", title: "Rain, four models #3", attempts: 2 }),
  job(3, {
    status: "Failed",
    title: "Leaderboard of March · lark",
    attempts: 3,
    last_error: "the app has no right to edit this base",
    acts: ["retry"],
  }),
  job(4, {
    status: "Waiting",
    started_at: null,
    finished_at: null,
    kind: "dataset_index",
    title: "City walks",
    acts: ["cancel"],
  }),
  job(5, { kind: "label_export", title: "Captions of March · jsonl", owner: "ben.okoro" }),
  job(6, {
    status: "Failed",
    kind: "asset_ingest",
    title: "drone.mov #1",
    last_error: "this is no video",
    retried_at: ago(2),
  }),
  job(7, { status: "Cancelled", kind: "set_verification", title: "s3://datasets/rain/" }),
  job(8, { kind: "subscription_cancellation", title: `${idOf(77)} · period_end`, owner: null }),
];

const COUNTS: JobCounts = {
  statuses: [
    { status: "Waiting", jobs: 12, is_exact: true },
    { status: "Running", jobs: 41, is_exact: true },
    { status: "Finished", jobs: 4_812_340, is_exact: true },
    { status: "Failed", jobs: 2_071, is_exact: true },
    { status: "Cancelled", jobs: 188, is_exact: true },
  ],
};

const RATES: JobRates = {
  points: Array.from({ length: 72 }, (_, at) => ({
    at: ago(5 * (72 - at)),
    seconds: 300,
    started: 40,
    finished: 180 + Math.round(60 * Math.sin(at / 7)),
    failed: at > 48 && at < 55 ? 22 : 1,
    cancelled: 0,
    waited_s: 3 + (at > 48 ? (at - 48) / 2 : 0),
    longest_wait_s: 40,
  })),
  oldest_waiting: { id: idOf(4), kind: "dataset_index", created_at: ago(28) },
};

const detailOf = (one: JobItem): JobDetail => ({
  job: one,
  timeline: [
    { at: ago(21), status: "Waiting", error: null },
    { at: ago(20), status: "Running", error: null },
    { at: ago(18), status: "Failed", error: one.last_error },
  ],
  payload: {
    rows: "leaderboard",
    aggregation: "Average",
    target: { kind: "lark", app_token: "••••••" },
    rows_done: 120,
  },
  execution: {
    workflow_id: `export/${one.id}/3`,
    state: "ended",
    started_at: ago(20),
    closed_at: ago(18),
    start_attempts: 0,
    next_start_at: null,
    start_error: null,
    pending: [],
  },
  log: null,
});

const RAY_JOB = job(9, {
  status: "Failed",
  kind: "cluster_job",
  title: "python caption.py --model caption-7b · training-a · caption-clips",
  last_error: "JOB_ENTRYPOINT_COMMAND_ERROR: the command ended with exit code 1",
});
const RAY_LOG = ["loading caption-7b", "0 of 1200 clips", "RuntimeError: CUDA out of memory"];

const give = async (page: Page, items: readonly JobItem[]): Promise<void> => {
  await answerCall(page, contract.jobs.searchJobs, { items, next_cursor: items.length ? "more" : null });
  await answerCall(page, contract.jobs.countJobs, COUNTS);
  await answerCall(page, contract.jobs.getJobRates, RATES);
};

const openList = async (page: Page): Promise<void> => {
  await give(page, JOBS);
  await page.goto("/#/admin/job-manage");
  await expect(page.getByText("City walks")).toBeVisible();
};

export const JOB_VIEWS: readonly View[] = [
  view("list", openList),
  view("empty", async (page) => {
    await give(page, []);
    await page.goto("/#/admin/job-manage?status=Failed");
    await expect(page.getByRole("heading", { name: "No job matches" })).toBeVisible();
  }),
  view("detail", async (page) => {
    const one = JOBS[2];
    if (!one) throw new Error("there is no failed job to show");
    await give(page, JOBS);
    await answerCall(page, contract.jobs.getJob, detailOf(one));
    await page.goto(`/#/admin/job-manage?job=${one.id}`);
    await expect(page.getByRole("heading", { name: "Payload" })).toBeVisible();
  }),
  view("ray-job", async (page) => {
    await give(page, [RAY_JOB, ...JOBS]);
    const payload = {
      cluster: "training-a",
      type: "SUBMISSION",
      gpus: 4,
      exit_code: 1,
      metadata: { hf_token: "••••••" },
    };
    const log = { lines: RAY_LOG, is_whole: true, read_at: ago(60) };
    await answerCall(page, contract.jobs.getJob, { ...detailOf(RAY_JOB), payload, execution: null, log });
    await page.goto(`/#/admin/job-manage?job=${RAY_JOB.id}`);
    await expect(page.getByRole("heading", { name: "Log" })).toBeVisible();
  }),
  view("retry", async (page) => {
    await answerCall(page, contract.jobs.countJobActs, {
      retry: 2_064,
      cancel: 53,
      is_exact: true,
      without_retry: ["row_import", "label_export"],
      without_cancel: ["label_fill"],
      counted_at: ago(0),
    });
    await openList(page);
    await page.getByRole("button", { name: "Retry failed…" }).click();
    await expect(page.getByRole("button", { name: "Retry 2,064 jobs" })).toBeVisible();
  }),
  view("queues", async (page) => {
    const paused = { by: "mei.lin", at: ago(95), reason: "the bucket of packages is being moved" };
    const items = JOB_QUEUES.map((queue) =>
      queue === "package"
        ? { queue, paused, waiting: 14, oldest_at: ago(90) }
        : { queue, paused: null, waiting: 0, oldest_at: null },
    );
    await answerCall(page, contract.jobs.listJobQueues, { items });
    await openList(page);
    await page.getByRole("button", { name: "Queues…" }).click();
    await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  }),
  view("stuck", async (page) => {
    const items = [
      { job: JOBS[0], reason: "failing", attempts: 31, error: "the bucket answers 503" },
      { job: JOBS[3], reason: "not_started", attempts: 4, error: "no connection to the workflow engine" },
    ];
    await answerCall(page, contract.jobs.findStuckJobs, { items, looked_at: 53, is_complete: true });
    await openList(page);
    await page.getByRole("button", { name: "Stuck jobs…" }).click();
    await expect(page.getByText(/^Its step fails/)).toBeVisible();
  }),
];
