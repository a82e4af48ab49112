import { JOB_KINDS, JOB_QUEUES } from "@dailies/contract";
import { expect, it } from "vitest";
import { ingestWorkflowId } from "./features/assets/assets.rules.ts";
import { rowImportWorkflowId } from "./features/benchmarks/row-imports/row-import.rules.ts";
import { cancellationWorkflowId } from "./features/credits/cancellations/cancellation.ids.ts";
import { dataComparisonWorkflowId } from "./features/data-experiments/comparison/comparison.rules.ts";
import { itemExportWorkflowId } from "./features/datasets/exports/export-items.rules.ts";
import { indexWorkflowId } from "./features/datasets/indexing/index-dataset.rules.ts";
import { exportWorkflowId } from "./features/exports/run/run-export.rules.ts";
import { gridWorkflowId, jobWorkflowId } from "./features/generation/workflows/generation-ids.rules.ts";
import { deployWorkflowId } from "./features/inference-services/deploys/service-queue.rules.ts";
import { WORKFLOWS } from "./features/jobs/detail/job-workflows.rules.ts";
import { WORKFLOW_TYPES } from "./features/jobs/queues/pause-queue.ts";
import {
  fillWorkflowId,
  labelExportWorkflowId,
  labelPrefillWorkflowId,
  labelSnapshotWorkflowId,
} from "./features/labelling/filling/fill-label-task.rules.ts";
import { labelReportWorkflowId } from "./features/labelling/report/label-report.rules.ts";
import { prepareClipsWorkflowId } from "./features/metrics/preparing/prepare-clips.rules.ts";
import { packageWorkflowId } from "./features/packages/package.rules.ts";
import { packageComparisonWorkflowId } from "./features/packages/records/comparison/comparison.rules.ts";
import { processingWorkflowId } from "./features/processing/processing.rules.ts";
import { columnRunWorkflowId } from "./features/viewer/means/measure-column.rules.ts";
import { verificationWorkflowId } from "./features/viewer/verify/verify-set.rules.ts";
import { newId } from "./platform/ids.ts";
import * as workflows from "./workflows.ts";

const id = newId();

/** The key of the job in the database, and the workflow, if any, that its feature starts on the second attempt. */
const NAMED: Readonly<Record<(typeof JOB_KINDS)[number], readonly [string, string | undefined]>> = {
  generation: [`${id}/3`, gridWorkflowId(id, 3, 1)],
  performer_call: [id, jobWorkflowId(id, "0")],
  asset_ingest: [`${id}/2`, ingestWorkflowId(id, 2, newId())],
  row_import: [id, rowImportWorkflowId(id)],
  clip_preparation: [`${id}/1`, prepareClipsWorkflowId(id, newId())],
  export: [id, exportWorkflowId(id, 2)],
  dataset_index: [id, indexWorkflowId(id)],
  dataset_export: [id, itemExportWorkflowId(id)],
  package: [id, packageWorkflowId(id)],
  package_comparison: [id, packageComparisonWorkflowId(id)],
  data_comparison: [id, dataComparisonWorkflowId(id)],
  set_verification: [id, verificationWorkflowId(id)],
  column_means: [id, columnRunWorkflowId(id)],
  label_fill: [id, fillWorkflowId(id, 2)],
  label_addition: [newId(), fillWorkflowId(id, 5)],
  label_prefill: [id, labelPrefillWorkflowId(id)],
  label_export: [id, labelExportWorkflowId(id)],
  label_snapshot: [id, labelSnapshotWorkflowId(id)],
  label_report: [`${id}/4`, labelReportWorkflowId(id, 4)],
  subscription_cancellation: [id, cancellationWorkflowId(id)],
  cluster_job: [id, undefined],
  service_deploy: [`${id}/3`, deployWorkflowId(id, 3)],
  processing: [id, processingWorkflowId(id, 2)],
};

it.each(JOB_KINDS)("the workflow of a job of kind %s is found by the name that its feature gives it", (kind) => {
  const [key, named] = NAMED[kind];
  const ref = WORKFLOWS[kind]({ key, subjectId: id, attempts: 2 });
  if (ref && "prefix" in ref) expect(named?.startsWith(ref.prefix)).toBe(true);
  else expect(ref?.id).toBe(named);
});

it.each(JOB_QUEUES)("the queue %s is worked off by a workflow that exists", (queue) => {
  expect(Object.keys(workflows)).toContain(WORKFLOW_TYPES[queue]);
});
