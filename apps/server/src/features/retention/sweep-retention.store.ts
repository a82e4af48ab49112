import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

export interface Outlived {
  readonly before: Date;
  readonly limit: number;
}

/** Drafts of leases that have ended: their owner could still have taken them up. Returns how many were cleared. */
export const clearOldDrafts = async (
  db: Db,
  table: "evaluation_lease" | "label_lease",
  { before, limit }: Outlived,
): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set draft = null, draft_saved_at = null where id in (
      select id from ${sql.table(table)}
      where status <> 'leased' and draft is not null and draft_saved_at < ${before}
      order by draft_saved_at limit ${limit} for update skip locked)`.execute(db);
  return Number(numAffectedRows);
};

export const deleteOldJobLogs = async (db: Db, { before, limit }: Outlived): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from cluster_job_log where job_id in (
      select job_id from cluster_job_log where changed_at < ${before} order by changed_at limit ${limit})`.execute(db);
  return Number(numAffectedRows);
};
