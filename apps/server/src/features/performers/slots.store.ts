import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

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

/** A slot that a question holds. Its expiry is text, because a date of the driver has no microseconds. */
export interface QuestionSlot {
  readonly performerId: string;
  readonly slot: number;
  readonly until: string;
}

export type SlotClaim =
  | { readonly outcome: "taken"; readonly taken: QuestionSlot }
  | { readonly outcome: "disabled" | "no_slot" }
  | { readonly outcome: "gated"; readonly waitMs: number };

export const claimQuestionSlot = async (db: Db, performerId: string, leaseS: number): Promise<SlotClaim> => {
  const { rows } = await sql<{ outcome: SlotClaim["outcome"]; wait_s: number; slot_number: number; until: string }>`
    select * from claim_question_slot(${performerId}, ${leaseS})`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("claim_question_slot returned nothing");
  if (row.outcome === "taken")
    return { outcome: "taken", taken: { performerId, slot: row.slot_number, until: row.until } };
  return row.outcome === "gated" ? { outcome: "gated", waitMs: row.wait_s * 1_000 } : { outcome: row.outcome };
};

const isHeld = ({ performerId, slot, until }: QuestionSlot) =>
  sql`performer_id = ${performerId} and slot = ${slot} and call_id is null and expires_at = ${until}::timestamptz`;

/** Undefined if the lease was lost: the slot may belong to somebody else. */
export const renewQuestionSlot = async (
  db: Db,
  held: QuestionSlot,
  leaseS: number,
): Promise<QuestionSlot | undefined> => {
  const { rows } = await sql<{ until: string }>`
    update performer_slot set expires_at = clock_timestamp() + make_interval(secs => ${leaseS})
    where ${isHeld(held)} returning expires_at::text as until`.execute(db);
  return rows[0] && { ...held, until: rows[0].until };
};

export const releaseQuestionSlot = async (db: Db, held: QuestionSlot): Promise<void> => {
  await sql`update performer_slot set expires_at = '-infinity' where ${isHeld(held)}`.execute(db);
};
