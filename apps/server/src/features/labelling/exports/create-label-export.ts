import { DomainError } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { cancelFile, countUnderWay } from "../../../platform/file-exports/file-export.store.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, mayManageJobOf, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { labelExportWorkflowId } from "../filling/fill-label-task.rules.ts";
import { labelTaskSubject, requireLabelTask } from "../tasks/require-label-task.ts";
import {
  findLabelExport,
  findLabelExportByRequest,
  insertLabelExport,
  type LabelExportJob,
} from "./label-export.store.ts";

const MAX_UNDER_WAY = 5;

interface CreateExport extends Pick<LabelExportJob, "taskId" | "format" | "shape" | "answers"> {
  readonly asOf: Date | undefined;
  readonly requestKey: string;
}

/** Idempotent per request key. */
export const createLabelExport = async (
  db: Db,
  context: RequestContext,
  input: CreateExport,
): Promise<LabelExportJob> => {
  await requireLabelTask(db, context.actor, input.taskId);
  const before = await findLabelExportByRequest(db, context.actor.userId, input.requestKey);
  if (before) return before;
  return getLabelExport(db, await db.transaction().execute((tx) => insertJob(tx, context, input)));
};

const insertJob = async (tx: Tx, context: RequestContext, input: CreateExport): Promise<string> => {
  const { userId } = context.actor;
  if ((await countUnderWay(tx, "label_export", userId)) >= MAX_UNDER_WAY)
    throw new DomainError("conflict", `${MAX_UNDER_WAY} of your files are being written: wait for one or cancel it`);
  const id = newId();
  const asOf = readAsOf(input.asOf, context.at);
  if (!(await insertLabelExport(tx, { ...input, asOf, id, createdBy: userId, at: context.at })))
    return (await findLabelExportByRequest(tx, userId, input.requestKey))?.id ?? id;
  await enqueueWorkflow(tx, {
    workflowType: "exportLabels",
    workflowId: labelExportWorkflowId(id),
    input: { exportId: id },
    requestId: context.requestId,
  });
  await recordOperation(tx, auditActor(context), {
    opType: "Export_labels",
    subjects: [labelTaskSubject(input.taskId)],
    meta: { export: id, format: input.format, shape: input.shape, answers: input.answers, as_of: asOf.toISOString() },
  });
  return id;
};

/** Labels of the future are unknown, so that no file could be written again later with the same content. */
export const readAsOf = (asOf: Date | undefined, now: Date): Date => {
  if (asOf !== undefined && asOf > now) throw new DomainError("invalid", "choose a time that is not in the future");
  return asOf ?? now;
};

const getLabelExport = async (db: Db, id: string): Promise<LabelExportJob> => {
  const job = await findLabelExport(db, id);
  if (!job) throw new DomainError("not_found", "there is no such file");
  return job;
};

/** Returns the caller's own export; others are not found. */
export const getOwnLabelExport = async (db: Db, context: RequestContext, id: string): Promise<LabelExportJob> => {
  const job = await getLabelExport(db, id);
  if (!mayManageJobOf(context, job.createdBy)) throw new DomainError("not_found", "there is no such file");
  return job;
};

/** The worker notices the cancellation before its next batch of labels. */
export const cancelLabelExport = async (db: Db, context: RequestContext, id: string): Promise<LabelExportJob> => {
  await db.transaction().execute(async (tx) => {
    const job = await getOwnLabelExport(tx, context, id);
    if (job.status === "Cancelled") return;
    if (!(await cancelFile(tx, { table: "label_export", id }, context.at)))
      throw new DomainError("conflict", "this file is already written");
    await recordOperation(tx, auditActor(context), {
      opType: "Cancel_label_export",
      subjects: [labelTaskSubject(job.taskId)],
      meta: { export: id, rows_done: job.rowsDone },
    });
  });
  return getLabelExport(db, id);
};
