import { JOB_QUEUES, type JobQueueState } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import {
  listPausedWorkflows,
  listWaitingStarts,
  pauseWorkflowType,
  resumeWorkflowType,
} from "../../../platform/db/paused-workflow.store.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { isVisibleKind, type Viewer } from "../search/visible-kinds.ts";

type Queue = (typeof JOB_QUEUES)[number];

/** The workflow that works off each queue. All of them are started by the outbox relay, which a pause holds back. */
export const WORKFLOW_TYPES: Readonly<Record<Queue, string>> = {
  generation: "generateGrid",
  performer_call: "performOne",
  asset_ingest: "ingestAsset",
  row_import: "importDatasetRows",
  clip_preparation: "prepareClips",
  export: "runExport",
  dataset_index: "indexDataset",
  dataset_export: "exportItemsToFile",
  package: "writePackage",
  package_comparison: "comparePackages",
  data_comparison: "compareDataArms",
  set_verification: "verifySet",
  column_means: "measureColumn",
  label_fill: "fillLabelTask",
  label_prefill: "prefillLabelTask",
  label_export: "exportLabels",
  label_snapshot: "snapshotLabels",
  label_report: "measureLabelAgreement",
  subscription_cancellation: "cancelSubscription",
  service_deploy: "deployInferenceService",
  processing: "processDataset",
};

export const listQueues = async (db: Db, viewer: Viewer): Promise<JobQueueState[]> => {
  const [paused, waiting] = [await listPausedWorkflows(db), await listWaitingStarts(db)];
  return JOB_QUEUES.filter((queue) => isVisibleKind(viewer, queue)).map((queue) => {
    const isOfQueue = ({ workflowType }: { readonly workflowType: string }): boolean =>
      workflowType === WORKFLOW_TYPES[queue];
    const pause = paused.find(isOfQueue);
    const starts = waiting.find(isOfQueue);
    return {
      queue,
      paused: pause ? { by: pause.pausedBy, at: pause.pausedAt.toISOString(), reason: pause.reason } : null,
      waiting: starts?.starts ?? 0,
      oldest_at: starts?.oldestAt.toISOString() ?? null,
    };
  });
};

interface Pause {
  readonly queue: Queue;
  readonly isPaused: boolean;
  readonly reason: string;
}

/** Takes effect with the next look of the relay, a fifth of a second later. What runs is not stopped. */
export const pauseQueue = async (
  db: Db,
  context: RequestContext,
  { queue, isPaused, reason }: Pause,
): Promise<JobQueueState[]> => {
  if (!isVisibleKind(context.actor, queue)) throw new DomainError("not_found", "there is no such queue");
  const workflowType = WORKFLOW_TYPES[queue];
  await db.transaction().execute(async (tx) => {
    const pausedBy = context.actor.username;
    const isChanged = isPaused
      ? await pauseWorkflowType(tx, { workflowType, reason, pausedBy, pausedAt: context.at })
      : await resumeWorkflowType(tx, workflowType);
    if (!isChanged)
      throw new DomainError("conflict", isPaused ? "this queue is paused already" : "this queue is not paused");
    await recordOperation(tx, auditActor(context), {
      opType: isPaused ? "Pause_job_queue" : "Resume_job_queue",
      subjects: [`job_queue:${queue}`],
      meta: { queue },
      reason,
    });
  });
  return listQueues(db, context.actor);
};
