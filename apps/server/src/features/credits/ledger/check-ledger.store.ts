import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

interface CountedAccount {
  readonly id: bigint;
  readonly movements: number;
}

/** The next accounts in order: at least one, and others as long as their movements are not too many. */
export const listAccountsAfter = async (
  db: Db,
  after: bigint,
  { accounts, movements }: { readonly accounts: number; readonly movements: number },
): Promise<CountedAccount[]> => {
  const { rows } = await sql<CountedAccount>`
    select id, seq::float8 as movements from (
      select id, seq, sum(seq) over (order by id) - seq as before from (
        select id, seq from credit_account where id > ${after} order by id limit ${accounts}
      ) page
    ) summed where before < ${movements} order by id`.execute(db);
  return rows;
};

interface LedgerFault {
  readonly what: string;
  readonly account_id: bigint;
}

/** Faults of the accounts in (after, to]. */
export const checkAccounts = async (db: Db, after: bigint, to: bigint): Promise<LedgerFault[]> =>
  (
    await sql<LedgerFault>`select distinct what, account_id from check_credits(${after + 1n}, ${to})
      order by account_id, what`.execute(db)
  ).rows;
