import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** False for a duplicate delivery. */
export const insertDelivery = async (tx: Tx, performerId: string, deliveryId: string): Promise<boolean> => {
  const { rows } = await sql`
    insert into webhook_delivery (performer_id, delivery_id) values (${performerId}, ${deliveryId})
    on conflict do nothing returning delivery_id`.execute(tx);
  return rows.length > 0;
};

export const findJobUnderWay = async (db: Db, performerId: string, externalId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom("performer_task")
    .select("id")
    .where("performer_id", "=", performerId)
    .where("external_id", "=", externalId)
    .where(sql<boolean>`status in ('Pending', 'Queued', 'Running')`)
    .executeTakeFirst();
  return row?.id;
};
