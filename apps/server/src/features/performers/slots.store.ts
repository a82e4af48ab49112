import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";

/**
 * Sets the number of slots. A slot above the limit that a job still holds stays until it is released; it is not handed out
 * again, because claims only use slots below the limit.
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
