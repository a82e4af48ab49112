// How far a restore of the database can reach: WAL that its archiver has stored.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../db/database.ts";

const POLL_MS = 500;
const LOCK = "dailies object backup";

/** The database has stored no WAL for too long, so that nothing newer can be restored. */
export class ArchiveStuck extends Error {}

/**
 * The time of the database. The transaction has an id, so that its end is in the WAL: a recovery to this time finds something
 * later and knows that it has arrived.
 */
export const markMoment = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ at: Date }>`
    select clock_timestamp() as at, pg_current_xact_id()::text as transaction`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the database did not tell the time");
  return row.at.getTime();
};

interface ArchiveState {
  readonly mode: string;
  /** The file of WAL that is written now. */
  readonly current: string;
  /** The last one that was archived. */
  readonly archived: string | null;
}

const readArchive = async (db: Db): Promise<ArchiveState> => {
  const { rows } = await sql<ArchiveState>`
    select current_setting('archive_mode') as mode, pg_walfile_name(pg_current_wal_insert_lsn()) as current,
      (select left(last_archived_wal, 24) from pg_stat_archiver) as archived`.execute(db);
  const [row] = rows;
  if (!row || row.mode === "off") throw new ArchiveStuck("the database archives no WAL: archive_mode is off");
  return row;
};

/** Resolves when everything that is in the WAL now has been archived, which takes as long as archive_timeout. */
export const untilArchived = async (db: Db, maxWaitMs: number): Promise<void> => {
  const { current } = await readArchive(db);
  const deadlineMs = performance.now() + maxWaitMs;
  for (;;) {
    const { archived } = await readArchive(db);
    if (archived !== null && archived >= current) return;
    if (performance.now() > deadlineMs)
      throw new ArchiveStuck(`the database has not archived ${current} for ${maxWaitMs / 1_000} s`);
    await sleep(POLL_MS);
  }
};

/** Undefined when another process holds the lock of this backup. */
export const withBackupLock = <T>(db: Db, act: () => Promise<T>): Promise<T | undefined> =>
  db.connection().execute(async (session) => {
    const { rows } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_lock(hashtextextended(${LOCK}, 0)) as is_ours`.execute(session);
    if (!rows[0]?.is_ours) return undefined;
    try {
      return await act();
    } finally {
      await sql`select pg_advisory_unlock(hashtextextended(${LOCK}, 0))`.execute(session);
    }
  });
