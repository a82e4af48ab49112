import type { TaskStatus } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface BoardShare {
  readonly id: string;
  readonly username: string;
  readonly realname: string;
  readonly role: string;
  readonly shared_at: Date;
}

export const listShares = async (db: Db, taskId: string): Promise<BoardShare[]> =>
  db
    .selectFrom("board_share as s")
    .innerJoin("console_user as u", "u.id", "s.user_id")
    .select(["u.id", "u.username", "u.realname", "u.user_role as role", "s.shared_at"])
    .where("s.task_id", "=", taskId)
    .orderBy("u.username")
    .execute();

/** Returns the ids of those it was not shared with before. */
export const insertShares = async (
  tx: Tx,
  { taskId, userIds, by, at }: { taskId: string; userIds: readonly string[]; by: string; at: Date },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    insert into board_share (task_id, user_id, shared_by, shared_at)
    select ${taskId}, id, ${by}, ${at}::timestamptz from unnest(${[...userIds]}::uuid[]) as named (id)
    on conflict do nothing returning user_id as id`.execute(tx);
  return rows.map(({ id }) => id);
};

export const countShares = async (tx: Tx, taskId: string): Promise<number> => {
  const { rows } = await sql<{ shares: number }>`
    select count(*)::int as shares from board_share where task_id = ${taskId}`.execute(tx);
  return rows[0]?.shares ?? 0;
};

/** Returns the username; undefined when it was not shared with this user. */
export const deleteShare = async (tx: Tx, taskId: string, userId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ username: string }>`
    with gone as (delete from board_share where task_id = ${taskId} and user_id = ${userId} returning user_id)
    select u.username from gone join console_user u on u.id = gone.user_id`.execute(tx);
  return rows[0]?.username;
};

export const isSharedWith = async (db: Db, taskId: string, userId: string): Promise<boolean> =>
  (await db
    .selectFrom("board_share as s")
    .innerJoin("console_task as t", "t.id", "s.task_id")
    .select("s.task_id")
    .where("s.task_id", "=", taskId)
    .where("s.user_id", "=", userId)
    .where("t.deleted_at", "is", null)
    .executeTakeFirst()) !== undefined;

export interface SharedBoardRow {
  readonly task_id: string;
  readonly name: string;
  readonly status: TaskStatus;
  readonly shared_by: string;
  readonly shared_at: Date;
}

/** The newest first. */
export const listSharedRows = async (db: Db, userId: string, limit: number): Promise<SharedBoardRow[]> => {
  const { rows } = await sql<SharedBoardRow>`
    select t.id as task_id, t.name, t.status, s.shared_by, s.shared_at
    from board_share s join console_task t on t.id = s.task_id and t.deleted_at is null
    where s.user_id = ${userId} order by s.shared_at desc, t.id limit ${limit}`.execute(db);
  return rows;
};
