import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { findTask, findTaskLocked, listMemberships, listOwned, type TaskRecord } from "./task.store.ts";

export const found = <T>(task: T | undefined): T => {
  if (!task) throw new DomainError("not_found", "there is no such task, or it was deleted");
  return task;
};

/** Whom a task must be visible to: external users see only tasks that they own or are a member of. */
export type TaskViewer = Pick<Actor, "userId" | "isExternal">;

export const requireVisible = async (db: Db, viewer: TaskViewer, task: TaskRecord): Promise<TaskRecord> => {
  if (!viewer.isExternal || task.ownerId === viewer.userId) return task;
  return found((await listMemberships(db, viewer.userId, [task.id])).has(task.id) ? task : undefined);
};

/** To a viewer who may not know of it, the task does not exist. */
export const requireTask = async (db: Db, viewer: TaskViewer, id: string): Promise<TaskRecord> =>
  requireVisible(db, viewer, found(await findTask(db, id)));

/** For work that has already decided who asks. */
export const requireAnyTask = async (db: Db, id: string): Promise<TaskRecord> => found(await findTask(db, id));

/** Locks the task until the transaction ends. */
export const lockTask = async (
  tx: Tx,
  viewer: TaskViewer,
  id: string,
  how: "update" | "share" = "update",
): Promise<TaskRecord> => requireVisible(tx, viewer, found(await findTaskLocked(tx, id, how)));

/** For work that has already decided who asks. */
export const lockAnyTask = async (tx: Tx, id: string): Promise<TaskRecord> =>
  found(await findTaskLocked(tx, id, "update"));

/** Which of these tasks the viewer may know of. */
export const listVisibleTaskIds = async (db: Db, viewer: TaskViewer, ids: readonly string[]): Promise<Set<string>> => {
  if (!viewer.isExternal || ids.length === 0) return new Set(ids);
  const own = await listOwned(db, viewer.userId, ids);
  return new Set([...own, ...(await listMemberships(db, viewer.userId, ids))]);
};

/** Everybody who sees a task may read it; only the owner and the members may change. */
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
