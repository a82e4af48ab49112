import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface DatasetHealth {
  readonly state: "ok" | "stale" | "missing" | "unreachable" | "unknown";
  readonly reason: string | null;
  readonly missingShare: number | null;
}

/** The datasets with a version that were checked longest ago. */
export const listToCheck = async (db: Db, checkedBefore: Date, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom("dataset")
    .select("id")
    .where("deleted_at", "is", null)
    .where("version", "is not", null)
    .where((eb) => eb.or([eb("health_checked_at", "is", null), eb("health_checked_at", "<", checkedBefore)]))
    .orderBy(sql`health_checked_at nulls first`)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** Does not count as a change of the dataset, so that list order stays the same. */
export const noteHealth = async (db: Db, id: string, health: DatasetHealth, at: Date): Promise<void> => {
  await db
    .updateTable("dataset")
    .set({
      health: health.state,
      health_reason: health.reason?.slice(0, 300) ?? null,
      missing_media_share: health.missingShare,
      health_checked_at: at,
    })
    .where("id", "=", id)
    .execute();
};

export interface CheckedVersion {
  readonly table_name: string;
  readonly table_version: bigint;
  readonly items: bigint;
}

export const findNewestVersion = (db: Db, datasetId: string): Promise<CheckedVersion | undefined> =>
  db
    .selectFrom("dataset as d")
    .innerJoin("dataset_version as v", (join) =>
      join.onRef("v.dataset_id", "=", "d.id").onRef("v.version", "=", "d.version"),
    )
    .select(["v.table_name", "v.table_version", "v.items"])
    .where("d.id", "=", datasetId)
    .executeTakeFirst();
