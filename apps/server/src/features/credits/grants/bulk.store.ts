import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { Memo, Refusal } from "../ledger/ledger.store.ts";

export interface BulkMove {
  readonly line: number;
  readonly accountId: bigint;
  readonly amountCredits: number;
  readonly key: string;
}

export interface BulkMoved {
  readonly line: number;
  readonly outcome: "ok" | "replay" | Refusal;
  readonly seq: bigint | null;
  readonly d_available: bigint | null;
  readonly available: bigint | null;
}

interface BulkGrant {
  readonly category: string;
  readonly expiresAt: Date | null;
  readonly actor: string;
  readonly memo: Memo;
}

/** Applies many grants in one query. Locks accounts in order of their ids to avoid deadlocks. */
export const grantMany = async (tx: Tx, moves: readonly BulkMove[], grantInput: BulkGrant): Promise<BulkMoved[]> => {
  const given = moves.map(({ line, accountId, amountCredits, key }) => ({
    line,
    account_id: String(accountId),
    amount: amountCredits,
    key,
  }));
  const { rows } = await sql<BulkMoved>`
    select g.line, m.outcome, m.seq, m.d_available, m.available
    from (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as x (line int, account_id bigint, amount bigint, key text) order by account_id, line offset 0
    ) g, lateral move_credits(
      g.account_id, 'grant', g.amount, null, g.key, ${grantInput.category}, null, ${grantInput.expiresAt}, null, ${grantInput.actor},
      ${JSON.stringify(grantInput.memo)}::jsonb
    ) m`.execute(tx);
  return rows;
};

export const listBalances = async (db: Db, accountIds: readonly bigint[]): Promise<Map<bigint, number>> => {
  const { rows } = await sql<{ id: bigint; available: bigint }>`
    select id, available from credit_account where id = any(${accountIds.map(String)}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, available }) => [id, Number(available)]));
};

/** Returns the keys under which these grants were already applied. */
export const listUsedKeys = async (db: Db, moves: readonly BulkMove[]): Promise<Set<string>> => {
  const { rows } = await sql<{ key: string }>`
    select k.key from unnest(${moves.map(({ accountId }) => String(accountId))}::bigint[], ${moves.map(({ key }) => key)}::text[])
      as x (account_id, key)
    join credit_key k on k.account_id = x.account_id and k.key = x.key`.execute(db);
  return new Set(rows.map(({ key }) => key));
};
