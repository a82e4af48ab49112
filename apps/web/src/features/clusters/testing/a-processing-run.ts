// Unit tests and pictures share these runs; the clock of the pictures stands at 09:30 of their day.
import type { ProcessingDetail, ProcessingRun } from "@dailies/contract";

const uuid = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, "0")}`;

export const aRun = (number: number, more: Partial<ProcessingRun> = {}): ProcessingRun => ({
  id: uuid(2_000 + number),
  name: `night-drive-probed-${number}`,
  template: "probe",
  status: "Running",
  phase: "processing",
  is_cancelling: false,
  source: {
    dataset_id: uuid(3_000),
    dataset_name: "night-drive",
    version: 4,
    view_id: uuid(3_001),
    view_name: "sharp clips",
  },
  cluster_id: uuid(1),
  cluster_name: "training-a",
  items_total: 2_400_000,
  parts_total: 2_400,
  parts_done: 1_680,
  rows_out: null,
  items_failed: null,
  cpu_seconds: 0,
  gpu_seconds: 0,
  attempts: 1,
  fault: null,
  error: null,
  output_dataset_id: null,
  output_dataset_name: null,
  created_by: "mei",
  is_mine: true,
  created_at: "2026-03-02T08:30:00Z",
  started_at: "2026-03-02T08:30:02Z",
  finished_at: null,
  ...more,
});

export const aRunDetail = (number: number, more: Partial<ProcessingDetail> = {}): ProcessingDetail => ({
  ...aRun(number),
  parameters: { header_bytes: 65_536, has_sha256: false, columns: ["score"] },
  resources: { cpus: 1, gpus: 0, memory_bytes: 0, parallel: 40, max_hours: 24 },
  output_uri: `s3://datasets/processing/${uuid(2_000 + number)}/`,
  silent_since: null,
  followed_at: "2026-03-02T09:29:55Z",
  attempt_list: [
    {
      number: 1,
      status: "Running",
      submission_id: `dailies-processing-${uuid(2_000 + number)}-1`,
      cluster_job_id: null,
      ray_status: "RUNNING",
      fault: null,
      error: null,
      log_tail: "part 1678: 1000 rows, 0 failed, 21.4 s\npart 1679: 1000 rows, 2 failed, 20.9 s\n",
      parts_done: 0,
      cpu_seconds: 0,
      gpu_seconds: 0,
      created_by: "mei",
      created_at: "2026-03-02T08:30:00Z",
      submitted_at: "2026-03-02T08:31:00Z",
      ended_at: null,
    },
  ],
  may_cancel: true,
  may_retry: false,
  ...more,
});

export const aFailedRunDetail = (number: number): ProcessingDetail => {
  const error = "the job ended with an error; the end of its log says more";
  const [attempt] = aRunDetail(number).attempt_list;
  const ended = { status: "Failed", fault: "job_failed", error } as const;
  return aRunDetail(number, {
    ...ended,
    phase: null,
    finished_at: "2026-03-02T09:20:00Z",
    cpu_seconds: 33_600,
    attempt_list: attempt
      ? [
          {
            ...attempt,
            ...ended,
            ray_status: "FAILED",
            ended_at: "2026-03-02T09:20:00Z",
            parts_done: 1_680,
            cpu_seconds: 33_600,
            log_tail: "part 1680 failed: the output: 503\nFAILED: 1 parts failed, 1680 of 2400 are done\n",
          },
        ]
      : [],
    may_cancel: false,
    may_retry: true,
  });
};
