import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface DueLot {
  readonly accountId: string;
  readonly lot: number;
  readonly expiresAt: string;
}

/** Open lots past their expiry, in order of expiry, after the given keyset cursor. */
export const listDueLots = async (db: Db, now: Date, after: DueLot | undefined, limit: number): Promise<DueLot[]> => {
  // Times as text: JavaScript dates are too coarse for an exact keyset cursor.
  const { rows } = await sql<DueLot>`
    select account_id::text as "accountId", seq::int8::text::int as lot, expires_at::text as "expiresAt" from credit_lot
    where is_open and expires_at < 'infinity' and expires_at <= ${now}
      ${after ? sql`and (expires_at, account_id, seq) > (${after.expiresAt}::timestamptz, ${after.accountId}::bigint, ${after.lot})` : sql``}
    order by expires_at, account_id, seq limit ${limit}`.execute(db);
  return rows;
};

/** How often credits of this lot have expired already. */
export const countExpiries = async (db: Db, { accountId, lot }: DueLot): Promise<number> => {
  const { rows } = await sql<{ times: number }>`
    select count(*)::int as times from credit_key
    where account_id = ${accountId}::bigint and key like ${`expire:${lot}:%`}`.execute(db);
  return rows[0]?.times ?? 0;
};

/** Creates the partitions of this month and the next ones; existing ones stay unchanged. */
export const addCreditMonths = async (db: Db, now: Date, months: number): Promise<void> => {
  await sql`
    select add_credit_month((date_trunc('month', ${now}::timestamptz at time zone 'UTC') + make_interval(months => n))::date)
    from generate_series(0, ${months}) n`.execute(db);
};

/** Deletes sums of created credits that are older than any limit looks back; returns how many. */
export const forgetCreatedCredits = async (db: Db, now: Date, max: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select forget_created_credits(${now}, ${max}) as n`.execute(db);
  return rows[0]?.n ?? 0;
};
