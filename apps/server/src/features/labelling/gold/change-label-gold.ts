import {
  itemAgreement,
  type LabelField,
  type LabelGold,
  type LabelGoldRow,
  MAX_LABEL_GOLD,
  parseLabelValue,
  type updateLabelGoldBody,
} from "@dailies/contract";
import type { z } from "zod";
import { DomainError, InvalidRequest, type Issue } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { enqueueFilling } from "../filling/start-filling.ts";
import { changeLabelTask, type LockedLabelTask } from "../tasks/label-task.store.ts";
import { labelTaskSubject, lockRequiredLabelTask, noLabelTask } from "../tasks/require-label-task.ts";
import {
  countGold,
  deleteGold,
  findAnsweredItem,
  findGoldTask,
  type GoldTask,
  insertFoundGold,
  listGold,
  upsertGold,
} from "./gold.store.ts";

/** Whoever may label a task must not learn which of its items are gold, so that only its owner may. */
const requireOwned = async (db: Db, userId: string, taskId: string): Promise<GoldTask> => {
  const task = await findGoldTask(db, taskId);
  if (!task) throw noLabelTask();
  if (task.owner_id !== userId) throw new DomainError("not_allowed", "only the owner of a task sees its gold items");
  return task;
};

export const getLabelGold = async (db: Db, userId: string, taskId: string): Promise<LabelGold> => {
  const { gold_share: share } = await requireOwned(db, userId, taskId);
  return { task_id: taskId, share, items: await listGold(db, taskId) };
};

/** The values of known fields that are filled in, and what is wrong with the others. */
const checkAnswers = (fields: readonly LabelField[], { key, values }: LabelGoldRow, at: number) => {
  const issues: Issue[] = [];
  const answers: LabelGoldRow["values"] = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === "") continue;
    const field = fields.find((each) => each.key === name);
    const path = ["add", at, "values", name];
    const parsed = field && parseLabelValue(field, value, null);
    if (!parsed) issues.push({ path, message: "the template has no such field" });
    else if ("value" in parsed) answers[name] = parsed.value;
    else issues.push(...parsed.faults.map((fault) => ({ path: [...path, ...fault.path], message: fault.message })));
  }
  if (issues.length === 0 && Object.keys(answers).length === 0)
    issues.push({ path: ["add", at, "values"], message: "please give the answer of at least one field" });
  return { row: { key, values: answers }, issues };
};

const requireRoom = async (tx: Tx, taskId: string): Promise<void> => {
  if ((await countGold(tx, taskId)) > MAX_LABEL_GOLD)
    throw new DomainError("invalid", `a task has at most ${MAX_LABEL_GOLD} gold items`);
};

const recordGold = async (tx: Tx, context: RequestContext, task: LockedLabelTask, meta: object): Promise<void> => {
  await recordOperation(tx, auditActor(context), {
    opType: "Update_label_gold",
    subjects: [labelTaskSubject(task.id)],
    meta: { name: task.name, ...meta },
  });
};

/** Items are found by their keys in the background, because a task may have millions. Idempotent. */
export const updateLabelGold = (
  db: Db,
  context: RequestContext,
  taskId: string,
  { share, add, remove }: z.output<typeof updateLabelGoldBody>,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const task = await lockRequiredLabelTask(tx, taskId);
    const { userId } = context.actor;
    const { fields } = await requireOwned(tx, userId, taskId);
    if (task.status === "Closed") throw new DomainError("conflict", `'${task.name}' is closed`);
    const checked = add.map((row, at) => checkAnswers(fields, row, at));
    const issues = checked.flatMap((each) => each.issues);
    if (issues.length > 0) throw new InvalidRequest("body", issues);
    if (share !== undefined) await changeLabelTask(tx, taskId, context.at, { gold_share: share });
    if (remove.length > 0) await deleteGold(tx, taskId, remove);
    const rows = [...new Map(checked.map(({ row }) => [row.key, row])).values()];
    if (rows.length > 0) {
      await upsertGold(tx, { taskId, madeBy: userId, at: context.at }, rows);
      await requireRoom(tx, taskId);
      // A task that is not filled yet looks for them at the end of its filling.
      if (task.status === "Open" || task.status === "Paused") await enqueueFilling(tx, context, task);
    }
    await recordGold(tx, context, task, { share: share ?? null, added: rows.length, removed: remove.length });
  });

/** Takes the answer that counts: the adjudicated one, or that of reviewers who accepted equal labels. */
export const markLabelGold = (db: Db, context: RequestContext, taskId: string, item: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const task = await lockRequiredLabelTask(tx, taskId);
    const { userId } = context.actor;
    const { fields } = await requireOwned(tx, userId, taskId);
    const found = await findAnsweredItem(tx, taskId, item);
    if (!found) throw new DomainError("not_found", "there is no such item in this task");
    const { adjudicated, accepted, key } = found;
    if (adjudicated === null && accepted.length > 0 && itemAgreement(fields, accepted) < 1)
      throw new DomainError("conflict", "the accepted labels of this item differ: adjudicate it first");
    const values = adjudicated ?? accepted[0];
    if (values === undefined)
      throw new DomainError("conflict", "no label of this item was adjudicated or accepted by a reviewer yet");
    await insertFoundGold(tx, { taskId, madeBy: userId, at: context.at }, { key, item, values });
    await requireRoom(tx, taskId);
    await recordGold(tx, context, task, { item });
  });
