import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface DueMail {
  readonly email: string;
  readonly realname: string;
  readonly username: string;
  readonly language: "en" | "zh";
  readonly taskId: string;
  readonly taskName: string;
}

/** Undefined when the mail was sent, is not wanted, or its judging is over or no longer theirs. */
export const findDueMail = async (db: Db, notificationId: string): Promise<DueMail | undefined> => {
  const { rows } = await sql<DueMail>`
    select u.email, u.realname, u.username, coalesce(s.language, 'en') as language, t.id as "taskId", t.name as "taskName"
    from notification n
    join console_user u on u.id = n.user_id and u.is_enabled
    join console_task t on t.id = n.task_id and t.status = 'Benchmarking' and t.deleted_at is null and t.archived_at is null
    join evaluation_rater r on r.task_id = n.task_id and r.user_id = n.user_id and r.removed_at is null
    left join notification_setting s on s.user_id = n.user_id
    where n.id = ${notificationId}::bigint and n.kind = 'judging_opened' and n.mailed_at is null
      and coalesce(s.is_mailed, true)`.execute(db);
  return rows[0];
};

export const markMailed = async (db: Db, notificationId: string, at: Date): Promise<void> => {
  await db.updateTable("notification").set({ mailed_at: at }).where("id", "=", BigInt(notificationId)).execute();
};
