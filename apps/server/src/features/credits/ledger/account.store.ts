import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface AccountRow {
  readonly available: bigint;
  readonly reserved: bigint;
  readonly lifetime_granted: bigint;
  readonly lifetime_consumed: bigint;
  /** The part of the available credits that expires soon. */
  readonly expiring: bigint;
}

const SOON_DAYS = 30;

export const getAccount = async (db: Db, accountId: bigint, now: Date): Promise<AccountRow> => {
  const { rows } = await sql<AccountRow>`
    select a.available, a.reserved, a.lifetime_granted, a.lifetime_consumed, (
      select coalesce(sum(l.remaining - l.reserved), 0)::bigint from credit_lot l
      where l.account_id = a.id and l.is_open and l.expires_at <= ${now}::timestamptz + make_interval(days => ${SOON_DAYS})
    ) as expiring
    from credit_account a where a.id = ${accountId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`end user ${accountId} has no account`);
  return row;
};
