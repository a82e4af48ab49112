import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { findTask, findTaskLocked, listMemberships, type TaskRecord } from "./task.store.ts";

export const found = <T>(task: T | undefined): T => {
  if (!task) throw new DomainError("not_found", "there is no such task, or it was deleted");
  return task;
};

export const requireTask = async (db: Db, id: string): Promise<TaskRecord> => found(await findTask(db, id));

/** Locks the task until the transaction ends. */
export const lockTask = async (tx: Tx, id: string, how: "update" | "share" = "update"): Promise<TaskRecord> =>
  found(await findTaskLocked(tx, id, how));

/** Everybody may read; only the owner and the members may change. */
export const requireMember = async (db: Db, actor: Actor, tasks: readonly TaskRecord[]): Promise<void> => {
  const others = tasks.filter(({ ownerId }) => ownerId !== actor.userId);
  if (others.length === 0) return;
  const memberships = await listMemberships(
    db,
    actor.userId,
    others.map(({ id }) => id),
  );
  const stranger = others.find(({ id }) => !memberships.has(id));
  if (stranger)
    throw new DomainError("not_allowed", `only the owner and the members of '${stranger.name}' may change it`);
};

export const requireRevision = (task: TaskRecord, expected: number | undefined): void => {
  if (expected === undefined || expected === task.revision) return;
  const words = `'${task.name}' was changed meanwhile: it is at revision ${task.revision}, you saw ${expected}`;
  throw new DomainError("conflict", words);
};
