import type { ExperimentRun, RunSourceItem } from "@dailies/contract";
import { runId } from "./a-run.ts";

const READ_AT = "2026-03-02T09:20:00Z";

export const aSource = (number: number, more: Partial<RunSourceItem> = {}): RunSourceItem => ({
  id: runId(700 + number),
  name: "Lab",
  kind: "MLflow",
  address: "https://mlflow.lab.test",
  login_kind: "token",
  status: "Reachable",
  fault: null,
  failures: 0,
  is_circuit_open: false,
  next_poll_at: "2026-03-02T09:30:15Z",
  seen_at: READ_AT,
  tried_at: READ_AT,
  version: "3.17.2",
  experiments: 12,
  experiments_left_out: 0,
  runs: 4_210,
  swept_at: "2026-03-02T09:00:00Z",
  revision: 1,
  created_by: "ada",
  updated_at: "2026-03-01T08:00:00Z",
  ...more,
});

/** Where a copied run comes from. */
export const anOrigin = (
  number: number,
  more: Partial<NonNullable<ExperimentRun["source"]>> = {},
): NonNullable<ExperimentRun["source"]> => ({
  id: runId(700 + number),
  name: "Lab",
  run_id: "7c06b1d2a94e4f0c8d1e5a7b3c9f2d10",
  read_at: READ_AT,
  gone_at: null,
  inputs: ["clips-v1 (d101)"],
  ...more,
});
