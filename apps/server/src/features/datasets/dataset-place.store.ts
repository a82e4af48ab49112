import type { Db } from "../../platform/db/database.ts";

/** Where a dataset lies; not of one that was deleted. */
export const findDatasetPlace = async (
  db: Db,
  datasetId: string,
): Promise<{ uri: string; profileId: string } | undefined> =>
  db
    .selectFrom("dataset")
    .select(["uri", "profile_id as profileId"])
    .where("id", "=", datasetId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
