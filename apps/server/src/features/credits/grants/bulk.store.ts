import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { Creation, LimitRefusal, Memo, Refusal } from "../ledger/ledger.store.ts";

export interface BulkMove {
  readonly line: number;
  readonly accountId: bigint;
  readonly amountCredits: number;
  readonly key: string;
}

export interface BulkMoved {
  readonly line: number;
  readonly outcome: "ok" | "replay" | Refusal | LimitRefusal;
  readonly seq: bigint | null;
  readonly d_available: bigint | null;
  readonly available: bigint | null;
}

interface BulkGrant {
  readonly category: string;
  readonly expiresAt: Date | null;
  readonly actor: string;
  readonly memo: Memo;
  readonly creation: Creation;
}

/** Applies many grants in one query, in order. The caller has locked the accounts, to avoid deadlocks. */
export const grantMany = async (tx: Tx, moves: readonly BulkMove[], grantInput: BulkGrant): Promise<BulkMoved[]> => {
  const { creator, creatorLimit, userLimit, now } = grantInput.creation;
  const given = moves.map(({ line, accountId, amountCredits, key }, place) => ({
    place,
    line,
    account_id: String(accountId),
    amount: amountCredits,
    key,
  }));
  const { rows } = await sql<BulkMoved>`
    select g.line, m.outcome, m.seq, m.d_available, m.available
    from (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as x (place int, line int, account_id bigint, amount bigint, key text) order by place offset 0
    ) g, lateral create_credits(
      g.account_id, g.amount, g.key, ${grantInput.category}::text, ${grantInput.expiresAt}::timestamptz, null::timestamptz,
      ${grantInput.actor}::text, ${JSON.stringify(grantInput.memo)}::jsonb, ${now}::timestamptz, ${creator}::text,
      ${creatorLimit}::bigint, ${userLimit}::bigint, false
    ) m`.execute(tx);
  return rows;
};

export const listBalances = async (db: Db, accountIds: readonly bigint[]): Promise<Map<bigint, number>> => {
  const { rows } = await sql<{ id: bigint; available: bigint }>`
    select id, available from credit_account where id = any(${accountIds.map(String)}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, available }) => [id, Number(available)]));
};

/** Returns the lines whose grants were already applied. */
export const listUsedLines = async (
  db: Db,
  lines: readonly Pick<BulkMove, "line" | "accountId" | "key">[],
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ line: number }>`
    select x.line from unnest(${lines.map(({ line }) => line)}::int[], ${lines.map(({ accountId }) => String(accountId))}::bigint[],
      ${lines.map(({ key }) => key)}::text[]) as x (line, account_id, key)
    join credit_key k on k.account_id = x.account_id and k.key = x.key`.execute(db);
  return new Set(rows.map(({ line }) => line));
};
