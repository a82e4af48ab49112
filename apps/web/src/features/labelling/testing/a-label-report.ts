import type { LabelReport, LabelReportState, ReportField } from "@dailies/contract";
import { TASK_ID } from "./a-label-task.ts";

const figure = (value: number) => ({ value, low: value - 0.1, high: Math.min(1, value + 0.1) });
const measured = (value: number) => ({ state: "measured" as const, ...figure(value) });

const decision: ReportField = {
  key: "decision",
  name: "Decision",
  measure: "nominal",
  overall: {
    state: "measured",
    items: 40,
    agreement: figure(0.8),
    alpha: measured(0.61),
    kappa: { state: "absent" },
    values: [
      { value: "keep", count: 60 },
      { value: "drop", count: 20 },
    ],
    more_values: 0,
  },
  pairs: [
    {
      state: "measured",
      one: "ada",
      other: "ben",
      items: 30,
      agreement: figure(0.7),
      coefficient: measured(0.42),
      disagreed: [3, 17],
      disagreed_count: 9,
    },
    { state: "too_few", one: "ada", other: "cleo", items: 5 },
  ],
  people: [
    { state: "measured", person: "ada", items: 35, agreement: figure(0.75) },
    { state: "too_few", person: "cleo", items: 5 },
  ],
};

const reason: ReportField = {
  key: "reason",
  name: "Reason",
  measure: "nominal",
  overall: {
    state: "measured",
    items: 20,
    agreement: figure(1),
    alpha: { state: "undefined" },
    kappa: { state: "absent" },
    values: [{ value: "watermark", count: 40 }],
    more_values: 0,
  },
  pairs: [],
  people: [],
};

export const aReport = (): LabelReport => ({
  items: 40,
  labels: 80,
  is_sample: false,
  seed: 1,
  median_seconds: 8,
  fields: [decision, reason, { ...reason, key: "note", name: "Note", overall: { state: "too_few", items: 3 } }],
  pairs_left_out: 0,
  people: [
    {
      person: "ada",
      submitted: 60,
      timed: 60,
      median_seconds: 8.2,
      too_fast: 0.05,
      prefilled: 60,
      kept: 0.4,
      compared: 35,
      agreement: figure(0.75),
      gold: [
        { field: "decision", items: 24, accuracy: figure(0.9) },
        { field: "reason", items: 6, accuracy: null },
      ],
      weeks: [
        { week: "2026-02-16", labels: 30, median_seconds: 9, kept: 0.5, agreement: 0.8 },
        { week: "2026-02-23", labels: 30, median_seconds: 7, kept: 0.3, agreement: 0.7 },
      ],
    },
    {
      person: "cleo",
      submitted: 5,
      timed: 5,
      median_seconds: null,
      too_fast: null,
      prefilled: 0,
      kept: null,
      compared: 5,
      agreement: null,
      gold: [],
      weeks: [{ week: "2026-02-23", labels: 5, median_seconds: null, kept: null, agreement: null }],
    },
  ],
  people_left_out: 0,
});

export const aReportState = (overrides: Partial<LabelReportState> = {}): LabelReportState => ({
  task_id: TASK_ID,
  status: "Finished",
  requested_at: "2026-03-02T09:00:00Z",
  error: null,
  measured_at: "2026-03-02T09:00:00Z",
  report: aReport(),
  ...overrides,
});
