import { z } from "zod";
import { moment, nonNegativeInt, text, uuid } from "../kit.ts";
import { EXPERIMENT_RUN_STATUSES, experimentRunDetail, MAX_COMPARED_RUNS, runKey, samplePrompt } from "./schemas.ts";

/** Charts of a report: more are not read by anybody at once. */
export const MAX_REPORT_METRICS = 12;
/** Of one person in 24 hours: a report takes up to a few megabytes, and nobody can remove it. */
export const MAX_REPORTS_A_DAY = 100;
/** Rows of the wall. */
export const MAX_REPORT_PROMPTS = 50;

/** How the charts were drawn. */
export const chartSettings = z.strictObject({
  axis: z.enum(["step", "time"]),
  smoothing: z.number().min(0).max(0.99),
  is_log: z.boolean(),
});

export const createReportBody = z.strictObject({
  request_key: uuid,
  name: text({ min: 1, max: 120, required: "please name the report" }).regex(/\S/, "please name the report"),
  run_ids: z.array(uuid).min(1).max(MAX_COMPARED_RUNS),
  metrics: z.array(runKey).max(MAX_REPORT_METRICS),
  settings: chartSettings,
  /** Of the wall: the newest samples up to it; omit for the newest of all. */
  step: nonNegativeInt.max(Number.MAX_SAFE_INTEGER).optional(),
});

export const reportItem = z.object({
  id: uuid,
  name: z.string(),
  runs: nonNegativeInt,
  created_by: z.string(),
  created_at: moment,
});

/** What became of a run since: removed here, no longer listed by its source, or logged on. */
export const reportChange = z.object({
  run_id: uuid,
  kind: z.enum(["deleted", "gone", "continued"]),
  /** Null for a run that was deleted. */
  status: z.enum(EXPERIMENT_RUN_STATUSES).nullable(),
  last_logged_at: moment.nullable(),
});
export type ReportChange = z.output<typeof reportChange>;

/** A view as it was. Its runs have the metrics of its charts only. */
export const experimentReport = reportItem.omit({ runs: true }).extend({
  settings: chartSettings,
  metrics: z.array(z.string()),
  runs: z.array(experimentRunDetail),
  prompts: z.array(samplePrompt),
  step: nonNegativeInt.nullable(),
  changes: z.array(reportChange),
});
export type ExperimentReport = z.output<typeof experimentReport>;
