import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { requireUnused } from "../../lineage/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { changeLabelTask } from "../tasks/label-task.store.ts";
import { labelTaskSubject, lockRequiredLabelTask } from "../tasks/require-label-task.ts";
import { hasLabels, lockAllPeople } from "./removed-item.store.ts";

/**
 * Deletes a task in which nothing was labelled. It is gone at once; the sweeper of leases removes its items. Labels are never
 * deleted, not even undone ones: a task that has any can only be closed.
 */
export const deleteLabelTask = (db: Db, context: RequestContext, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const task = await lockRequiredLabelTask(tx, id);
    if (task.status === "Filling")
      throw new DomainError("conflict", `'${task.name}' is reading its items: wait until that is done`);
    await requireUnused(tx, context.actor, { kind: "label_task", id });
    // A submission that runs now holds its person: it is seen below. One that waits for its person finds the task closed.
    await changeLabelTask(tx, id, context.at, { status: "Closed", closed_at: context.at, deleted_at: context.at });
    await lockAllPeople(tx, id);
    if (await hasLabels(tx, id))
      throw new DomainError("conflict", `'${task.name}' has labels and cannot be deleted: close it instead`);
    await recordOperation(tx, auditActor(context), {
      opType: "Delete_label_task",
      subjects: [labelTaskSubject(id)],
      meta: { name: task.name, before: task.status },
    });
  });

/**
 * Hides a task from everybody, with its labels. Its items stay, because labels and their history refer to them. For the demo,
 * whose labels are simulated.
 */
export const hideLabelTask = (db: Db, context: RequestContext, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const task = await lockRequiredLabelTask(tx, id);
    // Without a count of items, the sweeper leaves them.
    const hidden = { status: "Closed", closed_at: context.at, deleted_at: context.at, items_total: 0 } as const;
    await changeLabelTask(tx, id, context.at, hidden);
    await recordOperation(tx, auditActor(context), {
      opType: "Delete_label_task",
      subjects: [labelTaskSubject(id)],
      meta: { name: task.name, before: task.status },
    });
  });
