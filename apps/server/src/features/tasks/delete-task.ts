import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import { auditActor, type RequestContext } from "../../request-context.ts";
import { requireUnused } from "../lineage/index.ts";
import { recordOperation } from "../operation-log/index.ts";
import { taskSubject } from "./create-task.ts";
import { found, requireVisible } from "./require-task.ts";
import { findDeletedOwner, findTaskLocked, markDeleted } from "./task.store.ts";
import type { TasksDeps } from "./tasks-deps.ts";

const requireOwner = (actor: Actor, ownerId: string): void => {
  if (actor.userId === ownerId || actor.permissions.has("ADMIN_MANAGE_R")) return;
  throw new DomainError("not_allowed", "only the owner of a task or an administrator may delete it");
};

/** Cancels running jobs; successful ones stay counted, and the row remains as a tombstone. Idempotent. */
export const deleteTask = (deps: TasksDeps, context: RequestContext, id: string): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    // Lock before checking: of two concurrent deletions, the second finds the tombstone.
    const locked = await findTaskLocked(tx, id, "update");
    const deletedOwner = locked ? undefined : await findDeletedOwner(tx, id);
    if (deletedOwner !== undefined) return requireOwner(context.actor, deletedOwner);
    const task = found(locked);
    if (!context.actor.permissions.has("ADMIN_MANAGE_R")) await requireVisible(tx, context.actor, task);
    requireOwner(context.actor, task.ownerId);
    if (await deps.hasJudgements(tx, id)) {
      throw new DomainError("conflict", `people have judged clips of '${task.name}': archive it instead`);
    }
    if (task.kind === "Benchmark") await requireUnused(tx, context.actor, { kind: "benchmark", id });
    await requireUnused(tx, context.actor, { kind: "board", id });
    await deps.kinds[task.kind].stop?.(tx, context, task);
    await markDeleted(tx, id, context.at);
    await deps.announceTask(tx, id);
    await recordOperation(tx, auditActor(context), {
      opType: "Delete_task",
      subjects: [taskSubject(id)],
      meta: { kind: task.kind, name: task.name, status: task.status },
    });
  });
