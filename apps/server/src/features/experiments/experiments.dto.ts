import type { ExperimentItem, ExperimentRun, ExperimentRunDetail, RunMetric } from "@dailies/contract";
import type { MetricRow } from "./logging/metric.store.ts";
import { toMetricValue } from "./points/curve.rules.ts";
import type { RunDetailRow, RunRow } from "./runs/run.store.ts";
import type { InputRow } from "./runs/run-input.store.ts";

export const toExperimentItem = (row: {
  readonly id: string;
  readonly name: string;
  readonly runs: number;
  readonly created_by: string;
  readonly created_at: Date;
  readonly last_run_at: Date;
}): ExperimentItem => ({
  id: row.id,
  name: row.name,
  runs: row.runs,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  last_run_at: row.last_run_at.toISOString(),
});

const toLastMetric = (row: MetricRow) => ({
  value: toMetricValue(row.last_value),
  step: row.last_step,
  at: row.last_at.toISOString(),
});

const toRunMetric = (row: MetricRow): RunMetric => ({
  ...toLastMetric(row),
  key: row.key,
  points: row.points,
  nan_points: row.nan_points,
  infinite_points: row.infinite_points,
  min: row.min_value,
  max: row.max_value,
  first_step: row.first_step,
  last_step: row.last_step,
});

/** A source tells the last point only. */
const toSourceMetric = (row: MetricRow): RunMetric => ({
  ...toRunMetric(row),
  points: null,
  nan_points: null,
  infinite_points: null,
  min: null,
  max: null,
  first_step: null,
});

const toOrigin = ({ source }: RunRow): ExperimentRun["source"] =>
  source && {
    id: source.id,
    name: source.name,
    run_id: source.run_id,
    read_at: new Date(source.read_at).toISOString(),
    gone_at: source.gone_at === null ? null : new Date(source.gone_at).toISOString(),
    inputs: source.inputs,
  };

const toCommon = (row: RunRow, inputs: readonly InputRow[]) => ({
  id: row.id,
  experiment_id: row.experiment_id,
  experiment_name: row.experiment_name,
  name: row.name,
  status: row.status,
  owner: row.owner,
  logged_by: row.logged_by,
  source: toOrigin(row),
  gpus: row.gpus,
  started_at: row.started_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  last_logged_at: row.last_logged_at.toISOString(),
  points: row.source ? null : row.points,
  metric_count: row.metric_count,
  sample_count: row.sample_count,
  inputs: inputs
    .filter((each) => each.run_id === row.id)
    .map(({ kind, ref_id: id, version, name }) => ({ kind, id, version, name })),
  params: row.params,
});

export const toRun = (row: RunRow, inputs: readonly InputRow[], metrics: readonly MetricRow[]): ExperimentRun => ({
  ...toCommon(row, inputs),
  metrics: Object.fromEntries(
    metrics.filter((each) => each.run_id === row.id).map((each) => [each.key, toLastMetric(each)]),
  ),
});

export const toRunDetail = (
  row: RunDetailRow,
  inputs: readonly InputRow[],
  metrics: readonly MetricRow[],
): ExperimentRunDetail => ({
  ...toCommon(row, inputs),
  tags: row.tags,
  notes: row.notes,
  revision: row.revision,
  log_chunks: row.log_chunks,
  metrics: metrics.filter((each) => each.run_id === row.id).map(row.source ? toSourceMetric : toRunMetric),
});
