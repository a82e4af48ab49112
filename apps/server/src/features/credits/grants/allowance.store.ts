import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** What counts against a limit of 24 hours, and when all of it will have left the sum. */
export interface Used {
  readonly used: number;
  readonly until: Date | null;
}

export const operatorSubject = (username: string): string => `operator:${username}`;
export const credentialSubject = (id: string): string => `credential:${id}`;
export const endUserSubject = (accountId: bigint): string => `end_user:${accountId}`;

/** The credits created by or for each subject in the last 24 hours; a subject without any is left out. */
export const listUsed = async (db: Db, subjects: readonly string[], now: Date): Promise<ReadonlyMap<string, Used>> => {
  const { rows } = await sql<{ subject: string; used: bigint; until: Date | null }>`
    select s as subject, c.used, c.until from unnest(${[...new Set(subjects)]}::text[]) s, created_credits(s, ${now}) c
      where c.used > 0`.execute(db);
  return new Map(rows.map(({ subject, used, until }) => [subject, { used: Number(used), until }]));
};

/** Serialises grants by this creator and to these accounts, in the order in which every grant locks. */
export const lockForGrants = async (tx: Tx, creator: string, accountIds: readonly bigint[]): Promise<void> => {
  await sql`select lock_for_grants(${creator}, ${accountIds.map(String)}::bigint[])`.execute(tx);
};

/** A thousand lines take some seconds on a busy server, below the time limit of a statement. */
const BULK_WAIT = "12s";

/** The same for many grants at once: one that is sent while another is applied waits for it instead of being refused. */
export const lockForBulk = async (tx: Tx, creator: string, accountIds: readonly bigint[]): Promise<void> => {
  await sql`select set_config('lock_timeout', ${BULK_WAIT}, true)`.execute(tx);
  await lockForGrants(tx, creator, accountIds);
};
