import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { DatasetVersion } from "../../platform/db/database.types.ts";

export type VersionRow = Selectable<DatasetVersion> & { readonly tags: string[] };

/** Newest first, each with its tags. */
export const listVersions = (db: Db, datasetId: string): Promise<VersionRow[]> =>
  db
    .selectFrom("dataset_version as v")
    .selectAll("v")
    .select(
      sql<string[]>`array(select tag from dataset_version_tag t
        where t.dataset_id = v.dataset_id and t.version = v.version order by tag)`.as("tags"),
    )
    .where("v.dataset_id", "=", datasetId)
    .orderBy("v.version", "desc")
    .execute();

export const hasVersion = async (db: Db, datasetId: string, version: number): Promise<boolean> => {
  const found = db.selectFrom("dataset_version").select("version").where("dataset_id", "=", datasetId);
  return (await found.where("version", "=", version).executeTakeFirst()) !== undefined;
};

export const putTag = async (tx: Tx, datasetId: string, tag: string, version: number): Promise<void> => {
  await tx
    .insertInto("dataset_version_tag")
    .values({ dataset_id: datasetId, tag, version })
    .onConflict((conflict) => conflict.columns(["dataset_id", "tag"]).doUpdateSet({ version }))
    .execute();
};

export const removeTag = async (tx: Tx, datasetId: string, tag: string): Promise<boolean> => {
  const removal = tx.deleteFrom("dataset_version_tag").where("dataset_id", "=", datasetId).where("tag", "=", tag);
  return Number((await removal.executeTakeFirst()).numDeletedRows) > 0;
};

export const countTags = async (tx: Tx, datasetId: string): Promise<number> => {
  const counted = tx.selectFrom("dataset_version_tag").select(({ fn }) => fn.countAll<string>().as("n"));
  return Number((await counted.where("dataset_id", "=", datasetId).executeTakeFirstOrThrow()).n);
};

export interface NewVersion {
  readonly dataset_id: string;
  readonly version: number;
  readonly table_name: string;
  readonly table_version: bigint;
  readonly items: bigint;
  readonly duration_s: number;
  readonly bytes: bigint;
  readonly faults: bigint;
  readonly columns: string;
  readonly note: string;
  readonly created_by: string;
  readonly created_at: Date;
}

export const insertVersion = async (tx: Tx, version: NewVersion): Promise<void> => {
  await tx.insertInto("dataset_version").values(version).execute();
};

/** Updates the dataset to its new version, in the transaction that creates the version. */
export const pointToVersion = async (
  tx: Tx,
  id: string,
  change: { version: number; columns: string; strip: bigint[]; updated_at: Date },
): Promise<void> => {
  await tx
    .updateTable("dataset")
    .set({ ...change, status: "Ready", health: "ok", health_reason: null, health_checked_at: change.updated_at })
    .where("id", "=", id)
    .execute();
};

export const listTableNames = async (db: Db, datasetId: string): Promise<Set<string>> => {
  const rows = db.selectFrom("dataset_version").select("table_name").where("dataset_id", "=", datasetId);
  return new Set((await rows.execute()).map(({ table_name }) => table_name));
};
