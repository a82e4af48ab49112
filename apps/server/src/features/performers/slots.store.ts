import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";

/**
 * Makes the slots as many as the limit says. One above it that a call still holds stays until that call has left it;
 * it is not handed out again, since nobody takes a slot from the limit on.
 */
export const resizeSlots = async (tx: Tx, performerId: string, concurrency: number): Promise<void> => {
  await sql`
    insert into performer_slot (performer_id, slot)
    select ${performerId}::uuid, slot from generate_series(0, ${concurrency}::int - 1) slot
    on conflict do nothing`.execute(tx);
  await tx
    .deleteFrom("performer_slot")
    .where("performer_id", "=", performerId)
    .where("slot", ">=", concurrency)
    .where("call_id", "is", null)
    .execute();
};
