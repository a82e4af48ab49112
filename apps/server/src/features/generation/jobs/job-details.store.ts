import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** Jobs joined with display names. */
const selectJobs = (db: Db) =>
  db
    .selectFrom("performer_task as c")
    .innerJoin("performer as p", "p.id", "c.performer_id")
    .innerJoin("console_user as u", "u.id", "c.requested_by")
    .selectAll("c")
    .select(["p.name as performer_name", "u.username as requester"]);

export type JobRow = Awaited<ReturnType<ReturnType<typeof selectJobs>["execute"]>>[number];

/** In the order of the ids. */
export const listJobsById = async (db: Db, ids: readonly string[]): Promise<JobRow[]> => {
  if (ids.length === 0) return [];
  const rows = await selectJobs(db)
    .where(sql<boolean>`c.id = any(${[...ids]}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** Every attempt at a cell, oldest first. */
export const listJobsOfCell = (db: Db, cellId: string): Promise<JobRow[]> =>
  selectJobs(db).where("c.cell_id", "=", cellId).orderBy("c.attempt_n").execute();

export const findJob = (db: Db, id: string): Promise<JobRow | undefined> =>
  selectJobs(db).where("c.id", "=", id).executeTakeFirst();
