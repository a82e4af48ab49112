import type { CREDIT_KINDS, GRANT_CATEGORIES } from "@dailies/contract";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { executePrepared } from "../../../platform/db/execute-prepared.ts";
import { normalizeEmail } from "../customers/end-user.store.ts";

type CreditKind = (typeof CREDIT_KINDS)[number];

/** Explains a movement to later readers. */
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
  /** Omitted for a void, an expiry, and a reverse of everything unspent. Negative only for an adjustment. */
  readonly amount?: number;
  /** The hold of a settle or void, the lot of an expiry or reverse, the settle of a refund. */
  readonly ref?: number;
  readonly key: string;
  readonly category?: (typeof GRANT_CATEGORIES)[number];
  readonly priority?: number;
  readonly expiresAt?: Date;
  /** When it happened, for movements reported later; never before the account's last movement. */
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

/** Who creates the credits of a grant, and the most that this one and the end user may get within 24 hours. */
export interface Creation {
  /** `operator:<username>`, `credential:<id>` or `provider:<name>`. */
  readonly creator: string;
  /** Null when a second person approved, or when a payment provider vouches: counted, not checked. */
  readonly creatorLimit: number | null;
  readonly userLimit: number | null;
  /** Credits of an order were bought: they do not count for the end user. */
  readonly isOrder?: boolean;
  readonly now: Date;
}

export type LimitRefusal = "creator_limit" | "user_limit";

interface MovedRow {
  outcome: "ok" | "replay" | Refusal | LimitRefusal;
  seq: bigint;
  at: Date;
  d_available: bigint;
  d_reserved: bigint;
  available: bigint;
  reserved: bigint;
  lots: readonly bigint[] | null;
  amounts: readonly bigint[] | null;
}

const VALUES = "$2::credit_kind, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb";
const MOVE = `select * from move_credits($1, ${VALUES})`;
const MOVE_OF_EMAIL = `select u.id as account_id, m.* from end_user u, move_credits(u.id, ${VALUES}) m where u.email = $1`;

const valuesOf = (move: MoveOfEmail): unknown[] => [
  move.kind,
  move.amount ?? null,
  move.ref ?? null,
  move.key,
  move.category ?? null,
  move.priority ?? null,
  move.expiresAt ?? null,
  move.at ?? null,
  move.actor,
  JSON.stringify(move.memo),
];

const CREATE = `
  select m.* from (
    select * from jsonb_to_recordset($1::jsonb) as x (place int, account_id bigint, amount bigint, key text, category text,
      expires_at timestamptz, at timestamptz, actor text, memo jsonb) order by place offset 0
  ) g, lateral create_credits(
    g.account_id, g.amount, g.key, g.category, g.expires_at, g.at, g.actor, g.memo, $2, $3, $4, $5, $6
  ) m order by g.place`;

export type Grant = Omit<Move, "kind" | "ref" | "priority">;
export type GrantResult = MoveResult | { readonly outcome: LimitRefusal };

/**
 * Grants credits within the limits of 24 hours, in order; the results are in the same order. The only way to create
 * credits: `moveCredits` moves what exists. For several accounts, lock them first, to avoid deadlocks.
 */
export const createCreditsInOrder = async (
  tx: Tx,
  grants: readonly Grant[],
  { creator, creatorLimit, userLimit, isOrder = false, now }: Creation,
): Promise<GrantResult[]> => {
  const given = grants.map((grant, place) => ({
    place,
    account_id: String(grant.accountId),
    amount: grant.amount,
    key: grant.key,
    category: grant.category,
    expires_at: grant.expiresAt,
    at: grant.at,
    actor: grant.actor,
    memo: grant.memo,
  }));
  const values = [JSON.stringify(given), now, creator, creatorLimit, userLimit, isOrder];
  const { rows } = await executePrepared<MovedRow>(tx, CREATE, values);
  if (rows.length !== grants.length) throw new Error("the ledger did not answer every grant");
  return rows.map((row) => {
    const { outcome } = row;
    return outcome === "creator_limit" || outcome === "user_limit" ? { outcome } : toResult(row);
  });
};

export const createCredits = async (tx: Tx, grant: Grant, creation: Creation): Promise<GrantResult> => {
  const [result] = await createCreditsInOrder(tx, [grant], creation);
  if (!result) throw new Error("the ledger did not answer");
  return result;
};

/** Makes one movement; the database decides everything in a single function call. */
export const moveCredits = async (db: Db, { accountId, ...move }: Move): Promise<MoveResult> => {
  const { rows } = await executePrepared<MovedRow>(db, MOVE, [accountId, ...valuesOf(move)]);
  const [row] = rows;
  if (!row) throw new Error("the ledger did not answer");
  return toResult(row);
};

export type MoveOfEmail = Omit<Move, "accountId">;

/** The same by e-mail address, still one call; undefined when no end user has it. */
export const moveCreditsOfEmail = async (
  db: Db,
  address: string,
  move: MoveOfEmail,
): Promise<{ readonly accountId: bigint; readonly result: MoveResult } | undefined> => {
  const values = [normalizeEmail(address), ...valuesOf(move)];
  const { rows } = await executePrepared<MovedRow & { account_id: bigint }>(db, MOVE_OF_EMAIL, values);
  const [row] = rows;
  return row && { accountId: row.account_id, result: toResult(row) };
};

const toResult = (row: MovedRow): MoveResult => {
  const { outcome } = row;
  if (outcome === "creator_limit" || outcome === "user_limit") throw new Error(`a movement has no ${outcome}`);
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
