import type { ArmRun, DataExperiment, ExperimentArm } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import {
  type InputRow,
  listInputs,
  listMetrics,
  listRunDetails,
  type RunDetailRow,
  toMetricValue,
} from "../../experiments/index.ts";
import { type ArmRow, listArms, listAttachedRuns } from "../arms/arm.store.ts";
import { listComparisons } from "../comparison/comparison.store.ts";
import { requireDataExperiment } from "../hold-data-experiment.ts";
import { listJudgings } from "../judgings/judging.store.ts";
import type { DataExperimentRow } from "../questions/data-experiment.store.ts";
import { listActs } from "./act.store.ts";
import { countingOf, differencesOf, differingParams, isSeed, meanOf, valuesOf } from "./result.rules.ts";

/** What the runs of the arms and the attached judgings say now. */
export interface ExperimentResult
  extends Pick<DataExperiment, "arms" | "differences" | "differing_params" | "judgings"> {}

/** Reads the last values of at most 300 runs by index, and none of their points. */
export const readResult = async (db: Db, experiment: DataExperimentRow): Promise<ExperimentResult> => {
  const [arms, attached] = [await listArms(db, experiment.id), await listAttachedRuns(db, experiment.id)];
  const ids = attached.map(({ runId }) => runId);
  const [rows, inputs, metrics] = await Promise.all([
    listRunDetails(db, ids),
    listInputs(db, ids),
    listMetrics(db, ids, [experiment.metric]),
  ]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const metricOf = new Map(metrics.map((metric) => [metric.run_id, metric]));
  const runsOf = (arm: ArmRow): ArmRun[] =>
    attached.flatMap(({ runId, position }) => {
      const row = rowOf.get(runId);
      if (!row || position !== arm.position) return [];
      const metric = metricOf.get(runId);
      const value = metric ? toMetricValue(metric.last_value) : null;
      return [
        {
          ...toRun(row),
          value,
          step: metric?.last_step ?? null,
          counting: countingOf(row.status, value),
          names_data: namesData(arm, runId, inputs),
        },
      ];
    });
  const withRuns = arms.map((arm) => toArm(arm, runsOf(arm)));
  const counted = withRuns.flatMap(({ runs }) => runs.filter(({ counting }) => counting === "counted"));
  return {
    arms: withRuns,
    differences: differencesOf(
      withRuns.map(({ runs }) => valuesOf(runs)),
      experiment,
    ),
    differing_params: differingParams(counted.flatMap(({ id }) => rowOf.get(id) ?? [])),
    judgings: await listJudgings(db, experiment.id),
  };
};

const toRun = (row: RunDetailRow): Pick<ArmRun, "id" | "name" | "experiment_name" | "status" | "seed"> => {
  const seed = Object.keys(row.params).find(isSeed);
  return {
    id: row.id,
    name: row.name,
    experiment_name: row.experiment_name,
    status: row.status,
    seed: seed === undefined ? null : (row.params[seed] ?? null),
  };
};

/** The package of the arm, or the version that the view is of. */
const namesData = (arm: ArmRow, runId: string, inputs: readonly InputRow[]): boolean =>
  inputs.some(
    (input) =>
      input.run_id === runId &&
      (arm.packageId === null
        ? input.kind === "dataset" && input.ref_id === arm.datasetId && input.version === arm.version
        : input.kind === "package" && input.ref_id === arm.packageId),
  );

const toArm = (arm: ArmRow, runs: ArmRun[]): ExperimentArm => ({
  position: arm.position,
  name: arm.name,
  kind: arm.packageId === null ? "view" : "package",
  source_id: arm.packageId ?? arm.viewId ?? "",
  source_name: arm.sourceName,
  dataset_id: arm.datasetId,
  dataset_name: arm.datasetName,
  version: arm.version,
  ...arm.query,
  order_by: arm.orderBy,
  samples: arm.samples,
  duration_s: arm.durationS,
  uri: arm.uri,
  format: arm.format,
  runs,
  result: meanOf(valuesOf(runs)),
});

export const getDataExperiment = async (db: Db, id: string): Promise<DataExperiment> => {
  const experiment = await requireDataExperiment(db, id);
  const [result, comparisons, acts] = [
    await readResult(db, experiment),
    await listComparisons(db, id),
    await listActs(db, id),
  ];
  return {
    id,
    question: experiment.question,
    hypothesis: experiment.hypothesis,
    metric: experiment.metric,
    direction: experiment.direction,
    min_difference: experiment.minDifference,
    state: experiment.state,
    revision: experiment.revision,
    created_by: experiment.creator,
    created_at: experiment.createdAt.toISOString(),
    ...result,
    comparisons,
    acts,
  };
};
