import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface ExpiredExport {
  readonly id: string;
  readonly objectKey: string;
}

/** Files that were written before this time, the oldest first. */
export const listExpiredExports = async (db: Db, finishedBefore: Date, most: number): Promise<ExpiredExport[]> => {
  const { rows } = await sql<ExpiredExport>`select id, object_key as "objectKey" from label_export
    where status = 'Finished' and expired_at is null and finished_at < ${finishedBefore}
    order by finished_at limit ${most}`.execute(db);
  return rows;
};

export const markExportsExpired = async (db: Db, ids: readonly string[], at: Date): Promise<void> => {
  await sql`update label_export set expired_at = ${at} where id = any(${[...ids]}::uuid[])`.execute(db);
};
