import { INTERNAL_ROLE } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface LabelPersonRow {
  readonly user_id: string;
  readonly username: string;
  readonly is_external: boolean;
  readonly is_asked: boolean;
  readonly is_in_group: boolean;
  readonly submitted: number;
  readonly skipped: number;
  readonly prefill_kept: number;
  readonly prefill_total: number;
  readonly seconds: number;
  readonly last_at: Date | null;
  readonly leased: number;
}

/** Everybody who is asked to label or has labelled, by name. Labels of gold items are not counted. */
export const listLabelPeople = async (db: Db, taskId: string): Promise<LabelPersonRow[]> => {
  const { rows } = await sql<LabelPersonRow>`
    select p.user_id, u.username, u.user_role <> ${INTERNAL_ROLE} as is_external, p.is_asked,
      is_in_label_group(p.task_id, p.user_id) as is_in_group,
      p.submitted - p.gold_submitted as submitted, p.skipped,
      p.prefill_kept::float8 as prefill_kept, p.prefill_total::float8 as prefill_total,
      p.spent_ms::float8 / 1000 as seconds, p.last_at, (select count(*)::int from label_lease l
        where l.user_id = p.user_id and l.task_id = p.task_id and l.status = 'leased') as leased
    from label_person p join console_user u on u.id = p.user_id
    where p.task_id = ${taskId} and (p.is_asked or p.submitted + p.skipped > 0)
    order by u.username limit 2000`.execute(db);
  return rows;
};

/** Sets who is asked by name. Returns who was added, and how many were removed. */
export const replaceLabelPeople = async (
  tx: Tx,
  taskId: string,
  userIds: readonly string[],
): Promise<{ addedIds: string[]; removed: number }> => {
  const added = await sql<{ user_id: string }>`insert into label_person (task_id, user_id, is_asked)
    select ${taskId}, id, true from unnest(${[...userIds]}::uuid[]) as asked (id)
    on conflict (task_id, user_id) do update set is_asked = true where not label_person.is_asked
    returning user_id`.execute(tx);
  const removed = await sql`update label_person set is_asked = false
    where task_id = ${taskId} and is_asked and not (user_id = any(${[...userIds]}::uuid[]))`.execute(tx);
  return { addedIds: added.rows.map(({ user_id }) => user_id), removed: Number(removed.numAffectedRows ?? 0n) };
};

/** Ends the leases of external users who may not label any more; internal users may go on. A sweep gives the items back. */
export const expireLeasesOfRemoved = async (tx: Tx, taskId: string, at: Date): Promise<void> => {
  await sql`update label_lease l set expires_at = ${at} from console_user u
    where l.task_id = ${taskId} and l.status = 'leased' and u.id = l.user_id and u.user_role <> ${INTERNAL_ROLE}
      and not may_label(l.task_id, l.user_id, false)`.execute(tx);
};

export const listAskedIds = async (db: Db, taskId: string): Promise<string[]> => {
  const asked = db
    .selectFrom("label_person")
    .select("user_id")
    .where("task_id", "=", taskId)
    .where("is_asked", "=", true);
  return (await asked.execute()).map(({ user_id }) => user_id);
};

/** Undefined for somebody who neither is asked nor has labelled. */
export const findLabelPersonName = async (db: Db, taskId: string, userId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ username: string }>`select u.username from label_person p
    join console_user u on u.id = p.user_id where p.task_id = ${taskId} and p.user_id = ${userId}`.execute(db);
  return rows[0]?.username;
};

/** Returns how many leases ended. */
export const releaseLeasesOf = async (
  tx: Tx,
  {
    taskId,
    userId,
    byId,
    at,
  }: { readonly taskId: string; readonly userId: string; readonly byId: string; readonly at: Date },
): Promise<number> => {
  const { rows } = await sql<{ released: number }>`
    select release_label_person(${taskId}, ${userId}, ${byId}, ${at}) as released`.execute(tx);
  return rows[0]?.released ?? 0;
};
