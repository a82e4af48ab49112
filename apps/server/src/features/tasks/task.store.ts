import type { TaskKind, TaskStatus } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

/** The row of a task, without the data of its kind. */
export interface TaskRecord {
  readonly id: string;
  readonly kind: TaskKind;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly status: TaskStatus;
  readonly ownerId: string;
  readonly settings: Record<string, unknown>;
  readonly revision: number;
}

const selectTask = (db: Db) =>
  db
    .selectFrom("console_task")
    .select(["id", "kind", "name", "description", "tags", "status", "owner_id", "settings", "revision"])
    .where("deleted_at", "is", null);

type TaskRow = Awaited<ReturnType<ReturnType<typeof selectTask>["executeTakeFirstOrThrow"]>>;

const toRecord = ({ owner_id, ...row }: TaskRow): TaskRecord => ({
  ...row,
  kind: row.kind as TaskKind,
  status: row.status as TaskStatus,
  settings: row.settings as Record<string, unknown>,
  ownerId: owner_id,
});

export const findTask = async (db: Db, id: string): Promise<TaskRecord | undefined> => {
  const row = await selectTask(db).where("id", "=", id).executeTakeFirst();
  return row && toRecord(row);
};

/** `update` to change the task itself; `share` to keep it unchanged while one of its cells changes. */
export const findTaskLocked = async (tx: Tx, id: string, how: "update" | "share"): Promise<TaskRecord | undefined> => {
  const query = selectTask(tx).where("id", "=", id);
  const row = await (how === "update" ? query.forUpdate() : query.forShare()).executeTakeFirst();
  return row && toRecord(row);
};

/** Locks the existing ones in a fixed order, so that concurrent requests cannot deadlock. */
export const lockTasks = async (tx: Tx, ids: readonly string[]): Promise<TaskRecord[]> => {
  const rows = await selectTask(tx).where("id", "in", ids).orderBy("id").forUpdate().execute();
  return rows.map(toRecord);
};

export const findDeletedOwner = async (tx: Tx, id: string): Promise<string | undefined> => {
  const row = await tx
    .selectFrom("console_task")
    .select("owner_id")
    .where("id", "=", id)
    .where("deleted_at", "is not", null)
    .executeTakeFirst();
  return row?.owner_id;
};

export interface NewTask extends Omit<TaskRecord, "revision" | "status"> {
  readonly requestKey: string;
  readonly at: Date;
}

/** False when the same form was submitted before. */
export const insertTask = async (tx: Tx, task: NewTask): Promise<boolean> => {
  const row = await tx
    .insertInto("console_task")
    .values({
      id: task.id,
      kind: task.kind,
      name: task.name,
      description: task.description,
      tags: [...task.tags],
      status: "Init",
      owner_id: task.ownerId,
      request_key: task.requestKey,
      settings: JSON.stringify(task.settings),
      created_at: task.at,
      updated_at: task.at,
    })
    .onConflict((conflict) => conflict.constraint("console_task_made_once").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
};

export const findTaskByRequest = async (db: Db, ownerId: string, requestKey: string) =>
  db
    .selectFrom("console_task")
    .select(["id", "deleted_at"])
    .where("owner_id", "=", ownerId)
    .where("request_key", "=", requestKey)
    .executeTakeFirst();

interface TaskChange {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly status?: TaskStatus | undefined;
}

/** Every change of a task increases its revision; returns the new one. */
export const changeTask = async (tx: Tx, id: string, at: Date, change: TaskChange = {}): Promise<number> => {
  const { tags, ...plain } = change;
  const { revision } = await tx
    .updateTable("console_task")
    .set((eb) => ({ ...plain, ...(tags && { tags: [...tags] }), revision: eb("revision", "+", 1), updated_at: at }))
    .where("id", "=", id)
    .returning("revision")
    .executeTakeFirstOrThrow();
  return revision;
};

export const markDeleted = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await tx.updateTable("console_task").set({ deleted_at: at, updated_at: at }).where("id", "=", id).execute();
};

/** The ids of the tasks that changed. */
export const setArchived = async (tx: Tx, ids: readonly string[], isArchived: boolean, at: Date): Promise<string[]> => {
  const rows = await tx
    .updateTable("console_task")
    .set((eb) => ({ archived_at: isArchived ? at : null, revision: eb("revision", "+", 1), updated_at: at }))
    .where("id", "in", ids)
    .where("archived_at", isArchived ? "is" : "is not", null)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
};

export interface Member {
  readonly id: string;
  readonly username: string;
}

export const listMembers = (db: Db, taskId: string): Promise<Member[]> =>
  db
    .selectFrom("task_member as m")
    .innerJoin("console_user as u", "u.id", "m.user_id")
    .select(["u.id", "u.username"])
    .where("m.task_id", "=", taskId)
    .orderBy("u.username")
    .execute();

/** The tasks among these that the user is a member of. */
export const listMemberships = async (db: Db, userId: string, taskIds: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom("task_member")
    .select("task_id")
    .where("user_id", "=", userId)
    .where("task_id", "in", taskIds)
    .execute();
  return new Set(rows.map((row) => row.task_id));
};

export const listOwned = async (db: Db, userId: string, taskIds: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom("console_task")
    .select("id")
    .where("owner_id", "=", userId)
    .where("id", "in", taskIds)
    .execute();
  return new Set(rows.map((row) => row.id));
};

export const listUsersNamed = (db: Db, usernames: readonly string[]): Promise<Member[]> =>
  db
    .selectFrom("console_user")
    .select(["id", "username"])
    .where(sql<boolean>`username = any(${[...usernames]}::citext[])`)
    .execute();

/** Returns the users who were no members before. */
export const replaceMembers = async (tx: Tx, taskId: string, userIds: readonly string[]): Promise<string[]> => {
  const before = await tx.deleteFrom("task_member").where("task_id", "=", taskId).returning("user_id").execute();
  if (userIds.length === 0) return [];
  await tx
    .insertInto("task_member")
    .values(userIds.map((userId) => ({ task_id: taskId, user_id: userId })))
    .execute();
  const known = new Set(before.map((row) => row.user_id));
  return userIds.filter((id) => !known.has(id));
};
