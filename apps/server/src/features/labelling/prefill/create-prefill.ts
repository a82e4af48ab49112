import type { createLabelPrefillBody } from "@dailies/contract";
import type { z } from "zod";
import { DomainError } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { newId } from "../../../platform/ids.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { labelPrefillWorkflowId } from "../filling/fill-label-task.rules.ts";
import { labelTaskSubject, lockRequiredLabelTask } from "../tasks/require-label-task.ts";
import {
  countOpenPrefills,
  endPrefill,
  findPrefill,
  findPrefillByRequest,
  hasRunningPrefill,
  insertPrefill,
  type PrefillFile,
  queuePrefill,
} from "./prefill.store.ts";

type CreatePrefill = z.output<typeof createLabelPrefillBody>;

const MAX_OPEN = 5;

/** Below the console's own folder, which no dataset can be registered in. */
const prefillKey = (taskId: string, id: string): string => `catalogue/labels/${taskId}/prefill/${id}`;

const noPrefill = (): DomainError => new DomainError("not_found", "there is no such file");

export const getPrefill = async (db: Db, id: string): Promise<PrefillFile> => {
  const file = await findPrefill(db, id);
  if (!file) throw noPrefill();
  return file;
};

const requireOpen = async (tx: Tx, taskId: string): Promise<void> => {
  const { name, status } = await lockRequiredLabelTask(tx, taskId);
  if (status !== "Open" && status !== "Paused")
    throw new DomainError("conflict", `items of an open or paused task can be prefilled: '${name}' is ${status}`);
};

/** Announces a file. Idempotent per form id. */
export const createPrefill = (
  db: Db,
  context: RequestContext,
  { taskId, body }: { readonly taskId: string; readonly body: CreatePrefill },
): Promise<PrefillFile> =>
  db.transaction().execute(async (tx) => {
    const { userId } = context.actor;
    await requireOpen(tx, taskId);
    const before = await findPrefillByRequest(tx, userId, body.request_key);
    if (before?.taskId === taskId) return before;
    if (before) throw new DomainError("conflict", "this form was sent before, for another task");
    if ((await countOpenPrefills(tx, userId)) >= MAX_OPEN)
      throw new DomainError("conflict", `${MAX_OPEN} of your files are not read yet: wait for one or cancel it`);
    const id = newId();
    const { file_name: fileName, format, size_bytes: sizeBytes, request_key: requestKey } = body;
    const file = { id, taskId, fileName, format, sizeBytes, objectKey: prefillKey(taskId, id), requestKey };
    await insertPrefill(tx, { ...file, createdBy: userId, at: context.at });
    return getPrefill(tx, id);
  });

interface StartDeps {
  readonly db: Db;
  readonly storage: Pick<BucketStorage, "headObject">;
}

/** Starts the workflow once the file has arrived. Idempotent. */
export const startPrefill = async (
  { db, storage }: StartDeps,
  context: RequestContext,
  id: string,
): Promise<PrefillFile> => {
  const file = await getPrefill(db, id);
  if (file.status !== "Uploading") return file;
  const stored = await storage.headObject(file.objectKey);
  if (stored?.sizeBytes !== file.sizeBytes)
    throw new DomainError("conflict", "the file has not arrived, or not all of it; upload it again");
  await db.transaction().execute(async (tx) => {
    await requireOpen(tx, file.taskId);
    if (await hasRunningPrefill(tx, file.taskId))
      throw new DomainError("conflict", "another file is being read into this task: wait until that is done");
    if (!(await queuePrefill(tx, id))) return;
    await enqueueWorkflow(tx, {
      workflowType: "prefillLabelTask",
      workflowId: labelPrefillWorkflowId(id),
      input: { prefillId: id },
      requestId: context.requestId,
    });
    await recordOperation(tx, auditActor(context), {
      opType: "Prefill_label_task",
      subjects: [labelTaskSubject(file.taskId)],
      meta: { prefill: id, file: file.fileName, size_bytes: file.sizeBytes },
    });
  });
  return getPrefill(db, id);
};

/** The worker notices it before its next batch. Items that are prefilled stay so. */
export const cancelPrefill = async (db: Db, context: RequestContext, id: string): Promise<PrefillFile> => {
  await db.transaction().execute(async (tx) => {
    const { status, taskId, applied } = await getPrefill(tx, id);
    if (status === "Cancelled") return;
    if (!(await endPrefill(tx, id, { status: "Cancelled", at: context.at })))
      throw new DomainError("conflict", "this file is read already");
    await recordOperation(tx, auditActor(context), {
      opType: "Cancel_label_prefill",
      subjects: [labelTaskSubject(taskId)],
      meta: { prefill: id, applied },
    });
  });
  return getPrefill(db, id);
};
