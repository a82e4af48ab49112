import { allows, type ProcessingAttempt, type ProcessingDetail, type ProcessingRun } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { outputFolder } from "../object-keys.ts";
import type { ProcessingDeps } from "../processing-deps.ts";
import { type AttemptRecord, listAttempts } from "./attempt.store.ts";
import { findRun, type RunRecord } from "./run.store.ts";

export const requireRun = async (db: Db, id: string): Promise<RunRecord> => {
  const record = await findRun(db, id);
  if (!record) throw new DomainError("not_found", "there is no such run");
  return record;
};

export const mayChangeRun = (actor: Actor, createdBy: string): boolean =>
  createdBy === actor.userId || allows(actor, { permission: "MAGI_ADMIN" });

const moment = (at: Date | null): string | null => at?.toISOString() ?? null;

export const toProcessingRun = (actor: Actor, record: RunRecord): ProcessingRun => ({
  id: record.id,
  name: record.name,
  template: record.template,
  status: record.status,
  phase: record.phase,
  is_cancelling: record.finishedAt === null && record.cancelAskedAt !== null,
  source: {
    dataset_id: record.datasetId,
    dataset_name: record.datasetName,
    version: record.version,
    view_id: record.viewId,
    view_name: record.viewName,
  },
  cluster_id: record.clusterId,
  cluster_name: record.clusterName,
  items_total: record.itemsTotal,
  parts_total: record.partsTotal,
  parts_done: record.partsDone,
  rows_out: record.rowsOut,
  items_failed: record.itemsFailed,
  cpu_seconds: record.cpuSeconds,
  gpu_seconds: record.gpuSeconds,
  attempts: record.attempt,
  fault: record.fault,
  error: record.error,
  output_dataset_id: record.outputDatasetId,
  output_dataset_name: record.outputDatasetName,
  created_by: record.creator,
  is_mine: record.createdBy === actor.userId,
  created_at: record.createdAt.toISOString(),
  started_at: moment(record.startedAt),
  finished_at: moment(record.finishedAt),
});

const toAttempt = (record: AttemptRecord): ProcessingAttempt => ({
  number: record.number,
  status: record.status,
  submission_id: record.submissionId,
  cluster_job_id: record.clusterJobId,
  ray_status: record.rayStatus,
  fault: record.fault,
  error: record.error,
  log_tail: record.logTail,
  parts_done: record.partsDone,
  cpu_seconds: record.cpuSeconds,
  gpu_seconds: record.gpuSeconds,
  created_by: record.createdBy,
  created_at: record.createdAt.toISOString(),
  submitted_at: moment(record.submittedAt),
  ended_at: moment(record.endedAt),
});

export const getProcessingDetail = async (
  { db, storage }: Pick<ProcessingDeps, "db" | "storage">,
  actor: Actor,
  id: string,
): Promise<ProcessingDetail> => {
  const record = await requireRun(db, id);
  const isMine = mayChangeRun(actor, record.createdBy);
  return {
    ...toProcessingRun(actor, record),
    parameters: { ...record.parameters },
    resources: record.resources,
    output_uri: `s3://${storage.bucket}/${outputFolder(id)}`,
    silent_since: moment(record.silentSince),
    followed_at: moment(record.followedAt),
    attempt_list: (await listAttempts(db, id)).map(toAttempt),
    may_cancel: isMine && record.finishedAt === null && record.cancelAskedAt === null,
    may_retry: isMine && (record.status === "Failed" || record.status === "Cancelled"),
  };
};
