import type { Db } from "../../platform/db/database.ts";

/** Returns the location of a dataset; undefined for a deleted one. */
export const findDatasetLocation = async (
  db: Db,
  datasetId: string,
): Promise<{ uri: string; profileId: string } | undefined> =>
  db
    .selectFrom("dataset")
    .select(["uri", "profile_id as profileId"])
    .where("id", "=", datasetId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
