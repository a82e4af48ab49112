import type { RunSourceFault } from "@dailies/contract";
import { sql } from "kysely";
import { claimDue, type DueLimits, type PolledTables } from "../../../../platform/db/claim-due.ts";
import type { Db } from "../../../../platform/db/database.ts";

export interface ClaimedSource {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly sealed_login: Buffer | null;
  readonly failures: number;
  readonly newest_start_at: Date | null;
  readonly sweep_at: Date | null;
  readonly sweep_began_at: Date | null;
  readonly swept_at: Date | null;
}

const POLLED: PolledTables = {
  owner: "run_source",
  state: "run_source_state",
  key: "source_id",
  columns: sql`owner.id, owner.name, owner.address, owner.sealed_login, state.failures, state.newest_start_at, state.sweep_at,
    state.sweep_began_at, state.swept_at`,
};

export const claimDueSources = (db: Db, limits: DueLimits): Promise<ClaimedSource[]> =>
  claimDue<ClaimedSource>(db, POLLED, limits);

/** How far a poll came. What it did not reach stays as it was. */
export interface PollProgress {
  version?: string | null;
  experiments?: { readonly count: number; readonly leftOut: number };
  newestStartAt?: Date;
  sweep?: { readonly at: Date | null; readonly beganAt: Date | null; readonly sweptAt?: Date };
}

export interface PollEnd {
  readonly fault: RunSourceFault | null;
  readonly at: Date;
  readonly nextAt: Date;
}

export const recordPoll = async (
  db: Db,
  sourceId: string,
  { version, experiments, newestStartAt, sweep }: PollProgress,
  { fault, at, nextAt }: PollEnd,
): Promise<void> => {
  await db
    .updateTable("run_source_state")
    .set((eb) => ({
      next_poll_at: nextAt,
      leased_until: null,
      failures: fault ? eb("failures", "+", 1) : 0,
      fault,
      tried_at: at,
      ...(!fault && { seen_at: at }),
      ...(version !== undefined && { version }),
      ...(experiments && { experiments: experiments.count, experiments_left_out: experiments.leftOut }),
      ...(newestStartAt && { newest_start_at: newestStartAt }),
      ...(sweep && { sweep_at: sweep.at, sweep_began_at: sweep.beganAt }),
      ...(sweep?.sweptAt && { swept_at: sweep.sweptAt }),
    }))
    .where("source_id", "=", sourceId)
    .execute();
};

/** Runs that had not ended when they were last read, those read longest ago first. */
export const listRunningIds = async (db: Db, sourceId: string, before: Date, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom("run_source_run")
    .select("source_run_id")
    .where("source_id", "=", sourceId)
    .where("is_running", "=", true)
    .where("gone_at", "is", null)
    .where("read_at", "<", before)
    .orderBy("read_at")
    .limit(limit)
    .execute();
  return rows.map(({ source_run_id: id }) => id);
};

export const markGone = async (db: Db, sourceId: string, sourceRunIds: readonly string[], at: Date): Promise<void> => {
  if (sourceRunIds.length === 0) return;
  await sql`update run_source_run set gone_at = ${at}, is_running = false
    where source_id = ${sourceId} and source_run_id = any(${[...sourceRunIds]}::text[]) and gone_at is null`.execute(
    db,
  );
};

/** What a whole sweep did not see is no longer listed by the source. */
export const markUnseen = async (db: Db, sourceId: string, since: Date, at: Date): Promise<void> => {
  await sql`update run_source_run set gone_at = ${at}, is_running = false
    where source_id = ${sourceId} and read_at < ${since} and gone_at is null`.execute(db);
};

/** Returns how many runs of deleted sources were removed. Those that a data experiment counts stay. */
export const removeRunsOfDeletedSources = async (db: Db, limit: number, at: Date): Promise<number> => {
  const source = await db
    .selectFrom("run_source")
    .select("id")
    .where("deleted_at", "is not", null)
    .where("emptied_at", "is", null)
    .orderBy("deleted_at")
    .limit(1)
    .executeTakeFirst();
  if (!source) return 0;
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      delete from experiment_run where id in (
        select id from experiment_run r where source_id = ${source.id}
          and not exists (select 1 from data_experiment_run d where d.run_id = r.id) order by id desc limit ${limit})
      returning id`.execute(tx);
    const ids = rows.map(({ id }) => id);
    await sql`delete from experiment_metric where run_id = any(${ids}::uuid[])`.execute(tx);
    if (ids.length < limit) {
      await removeExperiments(tx, source.id);
      await tx.updateTable("run_source").set({ emptied_at: at }).where("id", "=", source.id).execute();
    }
    return ids.length;
  });
};

/** An experiment to which somebody has logged runs of their own becomes one of ours. */
const removeExperiments = async (db: Db, sourceId: string): Promise<void> => {
  await sql`update experiment e set source_id = null, source_experiment_id = null where source_id = ${sourceId}
    and exists (select 1 from experiment_run r where r.experiment_id = e.id)`.execute(db);
  await sql`delete from experiment_column where experiment_id in (select id from experiment where source_id = ${sourceId})`.execute(
    db,
  );
  await db.deleteFrom("experiment").where("source_id", "=", sourceId).execute();
};

/** Copies of points that nobody has looked at for so long are fetched again when somebody does. */
export const removeOldCurves = async (db: Db, before: Date, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from run_source_curve where ctid in (
      select ctid from run_source_curve where read_at < ${before} order by read_at limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
};
