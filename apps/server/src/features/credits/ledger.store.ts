import type { CREDIT_KINDS, GRANT_CATEGORIES } from "@dailies/contract";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";

type CreditKind = (typeof CREDIT_KINDS)[number];

/** What explains a movement to whoever reads it later. */
export interface Memo {
  readonly reason?: string;
  readonly reference?: string;
  readonly project_id?: string;
  readonly task_id?: string;
  readonly model?: string;
  readonly duration_s?: number;
  readonly resolution?: string;
  readonly unit_price?: number;
}

export interface Move {
  readonly accountId: bigint;
  readonly kind: CreditKind;
  /** Left out for a void, an expiry, and a reverse of all that is unspent. Negative only for an adjustment. */
  readonly amount?: number;
  /** The hold of a settle or void, the lot of an expiry or reverse, the settle of a refund. */
  readonly ref?: number;
  readonly key: string;
  readonly category?: (typeof GRANT_CATEGORIES)[number];
  readonly priority?: number;
  readonly expiresAt?: Date;
  /** When it happened, for what is told afterwards; never before the account's last movement. */
  readonly at?: Date;
  readonly actor: string;
  readonly memo: Memo;
}

export interface Movement {
  readonly seq: number;
  readonly at: Date;
  readonly availableChange: number;
  readonly reservedChange: number;
  readonly available: number;
  readonly reserved: number;
  readonly lots: readonly { readonly lot: number; readonly amount: number }[];
}

export type Refusal =
  | "no_account"
  | "conflict"
  | "invalid"
  | "insufficient"
  | "no_hold"
  | "no_lot"
  | "nothing"
  | "no_settle"
  | "too_much";

export type MoveResult =
  | { readonly outcome: "ok" | "replay"; readonly movement: Movement }
  | { readonly outcome: Refusal };

interface MovedRow {
  outcome: "ok" | "replay" | Refusal;
  seq: bigint;
  at: Date;
  d_available: bigint;
  d_reserved: bigint;
  available: bigint;
  reserved: bigint;
  lots: readonly bigint[] | null;
  amounts: readonly bigint[] | null;
}

/** One movement, all of it decided by the database in one call. */
export const moveCredits = async (db: Db, move: Move): Promise<MoveResult> => {
  const { rows } = await sql<MovedRow>`
    select * from move_credits(
      ${move.accountId}, ${move.kind}::credit_kind, ${move.amount ?? null}, ${move.ref ?? null}, ${move.key},
      ${move.category ?? null}, ${move.priority ?? null}, ${move.expiresAt ?? null}, ${move.at ?? null}, ${move.actor},
      ${JSON.stringify(move.memo)}::jsonb
    )`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the ledger did not answer");
  const { outcome } = row;
  return outcome === "ok" || outcome === "replay" ? { outcome, movement: toMovement(row) } : { outcome };
};

const toMovement = (row: MovedRow): Movement => ({
  seq: Number(row.seq),
  at: row.at,
  availableChange: Number(row.d_available),
  reservedChange: Number(row.d_reserved),
  available: Number(row.available),
  reserved: Number(row.reserved),
  lots: (row.lots ?? []).map((lot, index) => ({ lot: Number(lot), amount: Number(row.amounts?.[index] ?? 0) })),
});
