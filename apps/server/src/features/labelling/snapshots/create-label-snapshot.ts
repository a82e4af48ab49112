import { comparesClips, type DatasetColumnSet } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { countUnderWay } from "../../../platform/file-exports/file-export.store.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import {
  type ColumnSetRecord,
  countColumnSets,
  datasetSubject,
  findColumnSet,
  findColumnSetByRequest,
  getItemVersion,
  insertColumnSet,
  MAX_COLUMN_SETS,
} from "../../datasets/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { readAsOf } from "../exports/create-label-export.ts";
import { labelSnapshotWorkflowId } from "../filling/fill-label-task.rules.ts";
import { labelTaskSubject, noLabelTask, requireLabelTask } from "../tasks/require-label-task.ts";
import { findSnapshotTask, type SnapshotTask } from "./snapshot.store.ts";
import { snapshotColumns } from "./snapshot-columns.ts";

const MAX_UNDER_WAY = 5;

interface CreateSnapshot {
  readonly taskId: string;
  readonly name: string;
  readonly answers: DatasetColumnSet["answers"];
  readonly asOf: Date | undefined;
  readonly requestKey: string;
}

/** Adds the labels of a task to its dataset version as a column set. Idempotent per request key. */
export const createLabelSnapshot = async (
  db: Db,
  context: RequestContext,
  input: CreateSnapshot,
): Promise<ColumnSetRecord> => {
  await requireLabelTask(db, context.actor, input.taskId);
  const before = await findColumnSetByRequest(db, context.actor.userId, input.requestKey);
  if (before) return before;
  const task = await findSnapshotTask(db, input.taskId);
  if (!task) throw noLabelTask();
  if (input.answers === "raw" && task.overlap > 1)
    throw new DomainError("invalid", "items of this task have several labels: choose the majority of them");
  if (comparesClips(task.fields))
    throw new DomainError("invalid", "labels of pairs belong to two items each: export them as a file");
  await getItemVersion({ db }, task.datasetId, task.datasetVersion);
  const id = await db.transaction().execute((tx) => insertSnapshot(tx, context, input, task));
  const made = await findColumnSet(db, id);
  if (!made) throw new DomainError("conflict", "these columns were removed");
  return made;
};

const insertSnapshot = async (
  tx: Tx,
  context: RequestContext,
  input: CreateSnapshot,
  task: SnapshotTask,
): Promise<string> => {
  const { userId } = context.actor;
  const { name, answers, requestKey } = input;
  if ((await countUnderWay(tx, "dataset_column_set", userId)) >= MAX_UNDER_WAY)
    throw new DomainError("conflict", `${MAX_UNDER_WAY} of your column sets are being written: wait for one of them`);
  if ((await countColumnSets(tx, task.datasetId, task.datasetVersion)) >= MAX_COLUMN_SETS)
    throw new DomainError("conflict", `this version has ${MAX_COLUMN_SETS} column sets: remove one of them first`);
  const asOf = readAsOf(input.asOf, context.at);
  const id = newId();
  const isNew = await insertColumnSet(tx, {
    id,
    datasetId: task.datasetId,
    version: task.datasetVersion,
    name,
    columns: snapshotColumns({ name, answers, fields: task.fields }),
    taskId: task.id,
    taskName: task.name,
    answers,
    asOf,
    requestKey,
    createdBy: userId,
    at: context.at,
  });
  if (!isNew) {
    const same = await findColumnSetByRequest(tx, userId, requestKey);
    if (same) return same.id;
    throw new DomainError("conflict", "this version has or had columns with this name: choose another");
  }
  await enqueueWorkflow(tx, {
    workflowType: "snapshotLabels",
    workflowId: labelSnapshotWorkflowId(id),
    input: { columnSetId: id },
    requestId: context.requestId,
  });
  await recordOperation(tx, auditActor(context), {
    opType: "Snapshot_labels",
    subjects: [labelTaskSubject(task.id), datasetSubject(task.datasetId)],
    meta: { columns: id, name, answers, version: task.datasetVersion, as_of: asOf.toISOString() },
  });
  return id;
};
