import type { Db } from "../../../platform/db/database.ts";

/** No effect on a job that runs again under the same record. */
export const markRetried = async (db: Db, id: string, at: Date): Promise<void> => {
  await db
    .updateTable("background_job")
    .set({ retried_at: at })
    .where("id", "=", id)
    .where("status", "=", "Failed")
    .execute();
};
