import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { PackageChanged } from "../events/index.ts";

const UNFINISHED = sql`status in ('Queued', 'Running', 'Verifying')`;
/** A verification that takes longer was lost, and may be started again. */
const VERIFICATION_HOURS = 24;

/** Ends a package that is not ready. Returns false when it is over already. */
export const endUnfinished = async (
  db: Db,
  id: string,
  { status, error, at }: { status: "Failed" | "Cancelled"; error: string | null; at: Date },
): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    update package set status = ${status}, error = ${error?.slice(0, 500) ?? null}, finished_at = ${at}
    where id = ${id} and ${UNFINISHED}`.execute(db);
  return numAffectedRows > 0n;
};

/** Returns false when the package is over. */
export const beginPackage = async (db: Db, id: string, at: Date): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    update package set status = 'Running', started_at = coalesce(started_at, ${at})
    where id = ${id} and status in ('Queued', 'Running')`.execute(db);
  return numAffectedRows > 0n;
};

/** How far a package is. */
export const findProgress = async (db: Db, id: string): Promise<PackageChanged | undefined> => {
  const { rows } = await sql<PackageChanged>`
    select id, status, shards_total, samples_total::float8 as samples_total, bytes_total::float8 as bytes_total,
      shards_done, samples_done::float8 as samples_done, bytes_done::float8 as bytes_done, left_out::float8 as left_out
    from package where id = ${id}`.execute(db);
  return rows[0];
};

/** Whether somebody still waits for this package. */
export const isUnfinished = async (db: Db, id: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from package where id = ${id} and ${UNFINISHED}`.execute(db);
  return rows.length > 0;
};

/** Returns false when a verification is under way. */
export const beginVerification = async (tx: Tx, id: string, at: Date): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    update package set verifying_since = ${at}
    where id = ${id} and status = 'Ready'
      and (verifying_since is null or verifying_since < ${at}::timestamptz - make_interval(hours => ${VERIFICATION_HOURS}))
  `.execute(tx);
  return numAffectedRows > 0n;
};

/** Of a ready package: a fault is kept until a later verification finds none. Returns false when it was deleted. */
export const endVerification = async (db: Db, id: string, fault: string | null, at: Date): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    update package set verifying_since = null, error = ${fault?.slice(0, 500) ?? null},
      verified_at = case when ${fault}::text is null then ${at}::timestamptz else verified_at end
    where id = ${id} and status = 'Ready'`.execute(db);
  return numAffectedRows > 0n;
};

/** The verification ended without an answer, for example because storage was away. */
export const abandonVerification = async (db: Db, id: string): Promise<void> => {
  await sql`update package set verifying_since = null where id = ${id}`.execute(db);
};
