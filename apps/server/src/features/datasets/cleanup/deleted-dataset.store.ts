import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** The dataset that was deleted longest ago and whose objects may still exist. */
export const findDeletedDataset = async (db: Db, deletedBefore: Date): Promise<string | undefined> => {
  const row = await db
    .selectFrom("dataset")
    .select("id")
    .where("deleted_at", "<", deletedBefore)
    .where("objects_removed_at", "is", null)
    .orderBy("deleted_at")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
};

/** Deletes some of the pictures' rows; returns how many. */
export const deletePictureRows = async (db: Db, datasetId: string, limit: number): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from dataset_picture where ctid in (
      select ctid from dataset_picture where dataset_id = ${datasetId} limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows);
};

export const markObjectsRemoved = async (db: Db, datasetId: string, at: Date): Promise<void> => {
  await db.updateTable("dataset").set({ objects_removed_at: at }).where("id", "=", datasetId).execute();
};
