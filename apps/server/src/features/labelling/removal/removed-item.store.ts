import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** Waits for the acts of everybody in this task that run now; later ones wait until the transaction ends. */
export const lockAllPeople = async (tx: Tx, taskId: string): Promise<void> => {
  await sql`select from label_person where task_id = ${taskId} order by user_id for no key update`.execute(tx);
};

/** Undone labels count too: they are part of the history. */
export const hasLabels = async (tx: Tx, taskId: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select from label_revision where task_id = ${taskId}) as found`.execute(tx);
  return rows[0]?.found === true;
};

/** Removes items of deleted tasks with their leases; returns how many. */
export const removeDeletedItems = (db: Db, most: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const found = await sql<{ id: string }>`select id from label_task where deleted_at is not null and items_total > 0
      order by deleted_at limit 1 for no key update skip locked`.execute(tx);
    const id = found.rows[0]?.id;
    if (id === undefined) return 0;
    const batch = await sql<{ last: number | null }>`select max(seq) as last from (
      select seq from label_item where task_id = ${id} order by seq limit ${most}) first`.execute(tx);
    const last = batch.rows[0]?.last ?? 0;
    await sql`delete from label_lease where task_id = ${id} and seq <= ${last}`.execute(tx);
    const removed = await sql`delete from label_item where task_id = ${id} and seq <= ${last}`.execute(tx);
    const count = Number(removed.numAffectedRows ?? 0n);
    if (count < most) await sql`update label_task set items_total = 0 where id = ${id}`.execute(tx);
    return count;
  });
