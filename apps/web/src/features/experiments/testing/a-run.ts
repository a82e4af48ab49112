import type { Curve, ExperimentRun, ExperimentRunDetail, RunMetric, Sparkline } from "@dailies/contract";

export const runId = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const EXPERIMENT_ID = runId(900);
const [START, END] = ["2026-03-02T06:00:00Z", "2026-03-02T09:12:00Z"];

export const aRun = (number: number, more: Partial<ExperimentRun> = {}): ExperimentRun => ({
  id: runId(number),
  experiment_id: EXPERIMENT_ID,
  experiment_name: "lora sweep",
  name: `lora-${number}`,
  status: "Finished",
  owner: "mei",
  logged_by: "service:trainer",
  source: null,
  gpus: 8,
  started_at: START,
  ended_at: END,
  last_logged_at: END,
  points: 12_000,
  metric_count: 2,
  sample_count: 6,
  inputs: [{ kind: "package", id: runId(800), version: null, name: "clips #3" }],
  params: { lr: number % 2 === 0 ? "1e-4" : "3e-4", rank: "16" },
  metrics: { loss: { value: 0.1 * number, step: 6_000, at: END } },
  ...more,
});

export const aMetric = (key: string, more: Partial<RunMetric> = {}): RunMetric => ({
  key,
  value: 0.42,
  step: 6_000,
  at: END,
  points: 6_000,
  nan_points: 0,
  infinite_points: 0,
  min: 0.4,
  max: 2.5,
  first_step: 0,
  last_step: 6_000,
  ...more,
});

export const aRunDetail = (number: number, more: Partial<ExperimentRunDetail> = {}): ExperimentRunDetail => {
  const { metrics: _metrics, ...run } = aRun(number);
  return {
    ...run,
    tags: { team: "t2v" },
    notes: "",
    revision: 1,
    log_chunks: 1,
    metrics: [aMetric("loss"), aMetric("grad_norm")],
    ...more,
  };
};

/** A falling curve with a spike; some of its buckets are no numbers if asked for. */
export const aCurve = (number: number, { isBroken = false, buckets = 120 } = {}): Curve => {
  const places = Array.from({ length: buckets }, (_, at) => at);
  const isBad = (at: number): boolean => isBroken && at > 70 && at < 76;
  const meanAt = (at: number): number => (2 + number * 0.2) * Math.exp(-at / 40) + 0.3 + Math.sin(at / 3) * 0.03;
  const of = (read: (at: number) => number) => places.map((at) => (isBad(at) ? null : read(at)));
  return {
    run_id: runId(number),
    points: buckets * 50,
    from: places.map((at) => at * 50),
    to: places.map((at) => at * 50 + 49),
    min: of((at) => meanAt(at) * 0.9),
    max: of((at) => meanAt(at) * (at === 30 ? 1.8 : 1.1)),
    mean: of(meanAt),
    last: places.map((at) => (isBad(at) ? "NaN" : meanAt(at))),
    time: places.map((at) => Date.parse(START) + at * 96_000),
    nan: places.map((at) => (isBad(at) ? 50 : 0)),
    infinite: places.map(() => 0),
    source: null,
  };
};

export const aSparkline = (id: string, { isBroken = false } = {}): Sparkline => {
  const { min, max, mean, nan, infinite } = aCurve(Number(id.slice(-2)) || 1, { isBroken, buckets: 80 });
  return { run_id: id, min, max, mean, nan, infinite };
};
