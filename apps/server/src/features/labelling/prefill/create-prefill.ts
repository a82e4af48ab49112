import type { createLabelPrefillBody } from "@dailies/contract";
import type { z } from "zod";
import { DomainError } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { newId } from "../../../platform/ids.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { labelPrefillWorkflowId, type PrefillSource } from "../filling/fill-label-task.rules.ts";
import { labelTaskSubject, lockRequiredLabelTask } from "../tasks/require-label-task.ts";
import { insertPrefillModel } from "./model/model-prefill.store.ts";
import { type CreateModelPrefill, planModelPrefill, requireKeepableLimit } from "./model/plan-model-prefill.ts";
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

const noPrefill = (): DomainError => new DomainError("not_found", "there is no such file");

export const getPrefill = async (db: Db, id: string): Promise<PrefillFile> => {
  const file = await findPrefill(db, id);
  if (!file) throw noPrefill();
  return file;
};

/** Locks the task until the transaction ends. */
const requireOpen = async (tx: Tx, taskId: string): Promise<void> => {
  const { name, status } = await lockRequiredLabelTask(tx, taskId);
  if (status !== "Open" && status !== "Paused")
    throw new DomainError("conflict", `items of an open or paused task can be prefilled: '${name}' is ${status}`);
};

const requireAlone = async (tx: Tx, taskId: string): Promise<void> => {
  if (await hasRunningPrefill(tx, taskId))
    throw new DomainError("conflict", "this task is being prefilled already: wait until that is done");
};

/** What was made by an earlier attempt of the same form; undefined when the user may make another one. */
const findEarlierAttempt = async (
  tx: Tx,
  { actor: { userId } }: RequestContext,
  taskId: string,
  requestKey: string,
): Promise<PrefillFile | undefined> => {
  await requireOpen(tx, taskId);
  const before = await findPrefillByRequest(tx, userId, requestKey);
  if (before?.taskId === taskId) return before;
  if (before) throw new DomainError("conflict", "this form was sent before, for another task");
  if ((await countOpenPrefills(tx, userId)) >= MAX_OPEN)
    throw new DomainError(
      "conflict",
      `${MAX_OPEN} of your files or models are not done yet: wait for one or cancel it`,
    );
  return undefined;
};

/** Announces a file. Idempotent per form id. */
export const createPrefill = (
  db: Db,
  context: RequestContext,
  { taskId, body }: { readonly taskId: string; readonly body: CreatePrefill },
): Promise<PrefillFile> =>
  db.transaction().execute(async (tx) => {
    const before = await findEarlierAttempt(tx, context, taskId, body.request_key);
    if (before) return before;
    const id = newId();
    const { file_name: fileName, format, size_bytes: sizeBytes, request_key: requestKey } = body;
    const file = { id, taskId, status: "Uploading", fileName, format, sizeBytes, requestKey } as const;
    await insertPrefill(tx, { ...file, createdBy: context.actor.userId, at: context.at });
    return getPrefill(tx, id);
  });

/** Starts to ask a performer about the items. Idempotent per form id. */
export const createModelPrefill = (
  db: Db,
  context: RequestContext,
  { taskId, body }: { readonly taskId: string; readonly body: CreateModelPrefill },
): Promise<PrefillFile> =>
  db.transaction().execute(async (tx) => {
    const before = await findEarlierAttempt(tx, context, taskId, body.request_key);
    if (before) return before;
    await requireAlone(tx, taskId);
    const { performer, prompt } = await planModelPrefill(tx, context.actor, taskId, body);
    requireKeepableLimit(performer, body.max_cost_micros);
    const id = newId();
    const requestKey = body.request_key;
    const run = { id, taskId, status: "Waiting", fileName: performer.name, requestKey } as const;
    await insertPrefill(tx, { ...run, format: null, sizeBytes: null, createdBy: context.actor.userId, at: context.at });
    await insertPrefillModel(tx, {
      prefillId: id,
      performer,
      prompt,
      instruction: body.instruction,
      isOnlyEmpty: body.is_only_empty,
      maxItems: body.max_items,
      maxCostMicros: body.max_cost_micros,
    });
    await enqueuePrefill(tx, context, { id, source: "model" });
    await recordOperation(tx, auditActor(context), {
      opType: "Prefill_label_task",
      subjects: [labelTaskSubject(taskId)],
      meta: {
        prefill: id,
        performer: performer.id,
        version: performer.version,
        max_items: body.max_items,
        max_cost_micros: body.max_cost_micros,
      },
    });
    return getPrefill(tx, id);
  });

const enqueuePrefill = (
  tx: Tx,
  { requestId }: RequestContext,
  { id, source }: { readonly id: string; readonly source: PrefillSource },
): Promise<void> =>
  enqueueWorkflow(tx, {
    workflowType: "prefillLabelTask",
    workflowId: labelPrefillWorkflowId(id),
    input: { prefillId: id, source },
    requestId,
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
    await requireAlone(tx, file.taskId);
    if (!(await queuePrefill(tx, id))) return;
    await enqueuePrefill(tx, context, { id, source: "file" });
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
      throw new DomainError("conflict", "this is over already");
    await recordOperation(tx, auditActor(context), {
      opType: "Cancel_label_prefill",
      subjects: [labelTaskSubject(taskId)],
      meta: { prefill: id, applied },
    });
  });
  return getPrefill(db, id);
};
