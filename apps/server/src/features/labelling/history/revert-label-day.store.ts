import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** What one person labelled on one day. */
export interface LabelDay {
  readonly taskId: string;
  readonly userId: string;
  readonly start: Date;
}

export const findLabellerNamed = async (
  db: Db,
  taskId: string,
  username: string,
): Promise<{ readonly userId: string; readonly username: string } | undefined> => {
  const { rows } = await sql<{ userId: string; username: string }>`
    select u.id as "userId", u.username from console_user u
    join label_person p on p.user_id = u.id and p.task_id = ${taskId}
    where u.username = ${username}::citext`.execute(db);
  return rows[0];
};

/** How many labels can be reverted, and how many changed since. */
export const countLabelsOfDay = async (
  db: Db,
  { taskId, userId, start }: LabelDay,
): Promise<{ labels: number; changed_since: number }> => {
  const { rows } = await sql<{ labels: number; changed_since: number }>`
    select count(revision_id)::int as labels, (count(*) - count(revision_id))::int as changed_since
    from labels_of_day(${taskId}, ${userId}, ${start})`.execute(db);
  return rows[0] ?? { labels: 0, changed_since: 0 };
};

/** Reverts the first labels; returns their items. */
export const revertLabels = async (
  tx: Tx,
  { taskId, userId, start }: LabelDay,
  { by, at, most }: { readonly by: string; readonly at: Date; readonly most: number },
): Promise<readonly number[]> => {
  const { rows } = await sql<{ reverted: number[] }>`
    select revert_label_day(${taskId}, ${userId}, ${start}, ${by}, ${most}, ${at}) as reverted`.execute(tx);
  return rows[0]?.reverted ?? [];
};
