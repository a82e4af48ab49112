import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface RemovablePackage {
  readonly id: string;
  readonly folder: string;
}

const REMOVABLE = sql`status in ('Failed', 'Cancelled', 'Deleted') and objects_removed_at is null`;

export const findRemovablePackage = async (db: Db, id: string): Promise<RemovablePackage | undefined> => {
  const { rows } = await sql<RemovablePackage>`
    select id, folder from package where id = ${id} and ${REMOVABLE}`.execute(db);
  return rows[0];
};

/** The one that ended longest ago. */
export const findNextRemovablePackage = async (db: Db, endedBefore: Date): Promise<RemovablePackage | undefined> => {
  const { rows } = await sql<RemovablePackage>`
    select id, folder from package where ${REMOVABLE} and finished_at < ${endedBefore}
    order by finished_at limit 1`.execute(db);
  return rows[0];
};

export const markObjectsRemoved = async (db: Db, id: string, at: Date): Promise<void> => {
  await sql`update package set objects_removed_at = ${at} where id = ${id} and ${REMOVABLE}`.execute(db);
};
