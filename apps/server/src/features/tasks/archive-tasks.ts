import { DomainError } from "../../errors.ts";
import { auditActor, type RequestContext } from "../../request-context.ts";
import { recordOperations } from "../operation-log/index.ts";
import { taskSubject } from "./create-task.ts";
import { listVisibleTaskIds, requireMember } from "./require-task.ts";
import { lockTasks, setArchived } from "./task.store.ts";
import type { TasksDeps } from "./tasks-deps.ts";

/** All or nothing; returns how many changed. */
export const archiveTasks = (
  { db, announceTask }: TasksDeps,
  context: RequestContext,
  { ids, isArchived }: { ids: readonly string[]; isArchived: boolean },
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const wanted = new Set(ids);
    const tasks = await lockTasks(tx, [...wanted]);
    const visible = await listVisibleTaskIds(tx, context.actor, [...wanted]);
    if (tasks.filter(({ id }) => visible.has(id)).length < wanted.size)
      throw new DomainError("not_found", "one of these tasks no longer exists");
    await requireMember(tx, context.actor, tasks);
    const changed = await setArchived(tx, [...wanted], isArchived, context.at);
    for (const id of changed) await announceTask(tx, id);
    const nameOf = new Map(tasks.map(({ id, name }) => [id, name]));
    const operations = changed.map((id) => ({
      opType: "Archive_task",
      subjects: [taskSubject(id)] as const,
      meta: { name: nameOf.get(id), is_archived: isArchived },
    }));
    if (operations.length > 0) await recordOperations(tx, auditActor(context), operations);
    return changed.length;
  });
