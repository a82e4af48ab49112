import type { LabelPrefill, PrefillModel } from "@dailies/contract";
import { TASK_ID } from "../../testing/a-label-task.ts";

const AT = "2026-03-02T09:00:00Z";

export const aPrefill = (overrides: Partial<LabelPrefill> = {}): LabelPrefill => ({
  id: TASK_ID,
  task_id: TASK_ID,
  file_name: "captions.csv",
  format: "csv",
  model: null,
  status: "Finished",
  size_bytes: 22,
  bytes_read: 22,
  rows_read: 1,
  rows_wrong: 0,
  items_read: 40,
  items_total: 40,
  applied: 1,
  skipped: 0,
  faults: [],
  error: null,
  created_by: "mei",
  created_at: AT,
  finished_at: AT,
  ...overrides,
});

export const aPrefillModel = (overrides: Partial<PrefillModel> = {}): PrefillModel => ({
  performer_id: TASK_ID,
  version: "v7",
  instruction: "",
  is_only_empty: true,
  max_items: 1_000,
  asked: 0,
  cost: null,
  max_cost_micros: null,
  ended_by: null,
  ...overrides,
});
