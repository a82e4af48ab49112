import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

interface GrantedLine {
  readonly line: number;
  readonly accountId: bigint;
  readonly key: string;
}

export const listBalances = async (db: Db, accountIds: readonly bigint[]): Promise<Map<bigint, number>> => {
  const { rows } = await sql<{ id: bigint; available: bigint }>`
    select id, available from credit_account where id = any(${accountIds.map(String)}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, available }) => [id, Number(available)]));
};

/** Returns the lines whose grants were already applied. */
export const listUsedLines = async (db: Db, lines: readonly GrantedLine[]): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ line: number }>`
    select x.line from unnest(${lines.map(({ line }) => line)}::int[], ${lines.map(({ accountId }) => String(accountId))}::bigint[],
      ${lines.map(({ key }) => key)}::text[]) as x (line, account_id, key)
    join credit_key k on k.account_id = x.account_id and k.key = x.key`.execute(db);
  return new Set(rows.map(({ line }) => line));
};
