import { newId } from "../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../request-context.ts";
import { requireUnblinded } from "../blinding/index.ts";
import { recordOperation } from "../operation-log/index.ts";
import { insertOnce, taskSubject } from "./create-task.ts";
import { lockTask } from "./require-task.ts";
import type { TasksDeps } from "./tasks-deps.ts";

export interface Duplication {
  readonly id: string;
  readonly name: string;
  readonly requestKey: string;
}

/** Copies a task without its output. Everybody who may see its columns may copy it and owns the copy. Returns its id. */
export const duplicateTask = (
  { db, kinds, announceTask }: TasksDeps,
  context: RequestContext,
  { id, name, requestKey }: Duplication,
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    const from = await lockTask(tx, context.actor, id, "share");
    // The copy shows the columns of the original.
    await requireUnblinded(tx, context.actor, id);
    const { kind, description, tags, settings } = from;
    const copy = { id: newId(), kind, description, tags, settings, name, requestKey };
    const made = await insertOnce(tx, { ...copy, ownerId: context.actor.userId, at: context.at });
    if (made !== copy.id) return made;
    await kinds[kind].duplicate?.(tx, context, from, copy);
    await announceTask(tx, copy.id);
    await recordOperation(tx, auditActor(context), {
      opType: "Duplicate_task",
      subjects: [taskSubject(copy.id), taskSubject(from.id)],
      meta: { kind, name, from: from.name },
    });
    return copy.id;
  });
