import { INTERNAL_ROLE, type NotificationSettings, type NotificationSummary, type TaskKind } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

export interface Notice {
  /** Identifies the event: nobody is notified twice about the same one. */
  readonly eventKey: string;
  readonly kind:
    | "judging_opened"
    | "labelling_asked"
    | "label_returned"
    | "member_added"
    | "generation_finished"
    | "board_shared"
    | "request_decided";
  readonly taskId?: string;
  readonly labelTaskId?: string;
  readonly details?: Readonly<Record<string, string | number>>;
  readonly at: Date;
}

export interface InsertedNotification {
  readonly id: string;
  readonly userId: string;
}

/** One statement for any number of users; returns those who had not been notified about this event. */
export const insertNotifications = async (
  tx: Tx,
  userIds: readonly string[],
  { eventKey, kind, taskId, labelTaskId, details = {}, at }: Notice,
): Promise<InsertedNotification[]> => {
  const { rows } = await sql<InsertedNotification>`
    insert into notification (user_id, event_key, kind, task_id, label_task_id, details, created_at)
    select distinct id, ${eventKey}, ${kind}, ${taskId ?? null}::uuid, ${labelTaskId ?? null}::uuid,
      ${JSON.stringify(details)}::jsonb, ${at}::timestamptz
    from unnest(${[...userIds]}::uuid[]) as told (id)
    on conflict (user_id, event_key) do nothing
    returning id::text as id, user_id as "userId"`.execute(tx);
  return rows;
};

/** Whether an unread notification says already that labels of this task were returned. */
export const isToldOfReturn = async (tx: Tx, userId: string, labelTaskId: string): Promise<boolean> => {
  const { rows } = await sql<{ is_told: boolean }>`select exists (select from notification
    where user_id = ${userId} and kind = 'label_returned' and read_at is null
      and label_task_id = ${labelTaskId}) as is_told`.execute(tx);
  return rows[0]?.is_told === true;
};

export const findUserIdNamed = async (db: Db, username: string): Promise<string | undefined> =>
  (await db.selectFrom("console_user").select("id").where("username", "=", username).executeTakeFirst())?.id;

export interface NotificationRow {
  readonly id: string;
  readonly kind: Notice["kind"];
  readonly task_id: string | null;
  readonly task_name: string | null;
  readonly task_kind: TaskKind | null;
  readonly label_task_id: string | null;
  readonly label_task_name: string | null;
  readonly details: Readonly<Record<string, string | number>>;
  readonly created_at: Date;
  readonly is_read: boolean;
}

/** What a notification is about may have been deleted or taken away from its reader since. */
const IS_VISIBLE = sql<boolean>`(n.label_task_id is null or (lt.deleted_at is null and lt.opened_at is not null and (
    is_in_label_group(n.label_task_id, n.user_id) or exists (
      select from label_person p join console_user u on u.id = p.user_id
      where p.task_id = n.label_task_id and p.user_id = n.user_id
        and (p.is_asked or (n.kind = 'label_returned' and u.user_role = ${INTERNAL_ROLE}))))))
  and (n.task_id is null or (t.deleted_at is null and case n.kind
  when 'judging_opened' then exists (
    select from evaluation_rater r where r.task_id = n.task_id and r.user_id = n.user_id and r.removed_at is null)
  when 'member_added' then exists (
    select from task_member m where m.task_id = n.task_id and m.user_id = n.user_id)
  when 'board_shared' then exists (
    select from board_share s where s.task_id = n.task_id and s.user_id = n.user_id)
  else t.owner_id = n.user_id end))`;

/** Newest first, with ids below `before`. */
export const listNotificationRows = async (
  db: Db,
  userId: string,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<NotificationRow[]> => {
  const { rows } = await sql<NotificationRow>`
    select n.id::text as id, n.kind, n.task_id, t.name as task_name, t.kind as task_kind, n.label_task_id,
      lt.name as label_task_name, n.details, n.created_at, n.read_at is not null as is_read
    from notification n left join console_task t on t.id = n.task_id left join label_task lt on lt.id = n.label_task_id
    where n.user_id = ${userId} and n.id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint and ${IS_VISIBLE}
    order by n.id desc limit ${limit}`.execute(db);
  return rows;
};

export const getSummary = async (db: Db, userId: string): Promise<NotificationSummary> => {
  const { rows } = await sql<NotificationSummary>`
    select (
        select count(*)::int from notification n left join console_task t on t.id = n.task_id
          left join label_task lt on lt.id = n.label_task_id
        where n.user_id = me.id and n.read_at is null and ${IS_VISIBLE}
      ) as unread, coalesce(s.is_mailed, true) as is_mailed, s.language
    from (select ${userId}::uuid as id) me left join notification_setting s on s.user_id = me.id`.execute(db);
  const [summary] = rows;
  if (!summary) throw new Error("the count of unread notifications has no row");
  return summary;
};

/** Returns whether any was unread. */
export const markRead = async (tx: Tx, userId: string, upTo: number, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable("notification")
    .set({ read_at: at })
    .where("user_id", "=", userId)
    .where("id", "<=", BigInt(upTo))
    .where("read_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const saveSettings = async (
  db: Db,
  userId: string,
  { is_mailed, language }: NotificationSettings,
): Promise<void> => {
  await db
    .insertInto("notification_setting")
    .values({ user_id: userId, is_mailed, language })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ is_mailed, language }))
    .execute();
};
