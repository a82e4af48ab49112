import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Dataset } from "../../platform/db/database.types.ts";

export type DatasetRow = Selectable<Dataset>;

/** A dataset with the joined names and counts that lists show. */
export interface ListedDataset extends DatasetRow {
  readonly profile_name: string;
  readonly owner_name: string;
  readonly is_pinned: boolean;
  readonly items: bigint | null;
  readonly duration_s: number | null;
  readonly bytes: bigint | null;
  readonly faults: bigint | null;
}

const listed = (db: Db, userId: string) =>
  db
    .selectFrom("dataset as d")
    .innerJoin("storage_profile as p", "p.id", "d.profile_id")
    .innerJoin("console_user as u", "u.id", "d.owner_id")
    .leftJoin("dataset_version as v", (join) =>
      join.onRef("v.dataset_id", "=", "d.id").onRef("v.version", "=", "d.version"),
    )
    .leftJoin("dataset_pin as pin", (join) => join.onRef("pin.dataset_id", "=", "d.id").on("pin.user_id", "=", userId))
    .selectAll("d")
    .select(["p.name as profile_name", "u.username as owner_name", "v.items", "v.duration_s", "v.bytes", "v.faults"])
    .select(sql<boolean>`pin.user_id is not null`.as("is_pinned"))
    .where("d.deleted_at", "is", null);

/** The caller's pinned datasets come first. */
export const listDatasets = (db: Db, userId: string, limit: number): Promise<ListedDataset[]> =>
  listed(db, userId)
    .orderBy("is_pinned", "desc")
    .orderBy("d.updated_at", "desc")
    .orderBy("d.id")
    .limit(limit)
    .execute();

export const findListedDataset = (db: Db, userId: string, id: string): Promise<ListedDataset | undefined> =>
  listed(db, userId).where("d.id", "=", id).executeTakeFirst();

export const countAllDatasets = async (db: Db): Promise<number> => {
  const counted = db.selectFrom("dataset").select(({ fn }) => fn.countAll<string>().as("n"));
  return Number((await counted.where("deleted_at", "is", null).executeTakeFirstOrThrow()).n);
};

/** Returns undefined for a deleted dataset. */
export const findDataset = (db: Db, id: string): Promise<DatasetRow | undefined> =>
  db.selectFrom("dataset").selectAll().where("id", "=", id).where("deleted_at", "is", null).executeTakeFirst();

/** Locks until the transaction ends. */
export const lockDataset = (tx: Tx, id: string): Promise<DatasetRow | undefined> =>
  tx
    .selectFrom("dataset")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

export const findDatasetByRequest = (db: Db, ownerId: string, requestKey: string): Promise<DatasetRow | undefined> =>
  db
    .selectFrom("dataset")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("request_key", "=", requestKey)
    .executeTakeFirst();

/** The newest dataset registered at this URI. */
export const findDatasetByUri = async (db: Db, uri: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom("dataset")
    .select("id")
    .where("uri", "=", uri)
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
};

/** Locks the name, so that two concurrent requests cannot both find it free. */
export const isDatasetNameTaken = async (tx: Tx, name: string, exceptId: string): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('dataset name ' || lower(${name}), 0))`.execute(tx);
  const found = await tx
    .selectFrom("dataset")
    .select("id")
    .where(sql<string>`lower(name)`, "=", sql<string>`lower(${name})`)
    .where("deleted_at", "is", null)
    .where("id", "<>", exceptId)
    .executeTakeFirst();
  return found !== undefined;
};

export interface NewDataset {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly kind: string;
  readonly layout: string;
  readonly uri: string;
  readonly profile_id: string;
  /** The package in whose folder it lies. */
  readonly package_id: string | null;
  readonly tags: string[];
  readonly owner_id: string;
  readonly request_key: string;
  readonly created_at: Date;
}

/** Returns false when the same request has already created one. */
export const insertDataset = async (tx: Tx, dataset: NewDataset): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("dataset")
    .values({ ...dataset, status: "Indexing", updated_at: dataset.created_at })
    .onConflict((conflict) => conflict.constraint("dataset_made_once").doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
};

export const updateDatasetRow = async (
  tx: Tx,
  id: string,
  change: { name: string; description: string; tags: string[]; revision: number; updated_at: Date },
): Promise<void> => {
  await tx.updateTable("dataset").set(change).where("id", "=", id).execute();
};

export const setDatasetStatus = async (tx: Tx, id: string, status: "Indexing" | "Ready" | "Failed", at: Date) => {
  await tx.updateTable("dataset").set({ status, updated_at: at }).where("id", "=", id).execute();
};

export const markDatasetDeleted = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await tx.updateTable("dataset").set({ deleted_at: at, updated_at: at }).where("id", "=", id).execute();
};

export const setPin = async (db: Db, userId: string, datasetId: string, isPinned: boolean): Promise<void> => {
  const pin = { user_id: userId, dataset_id: datasetId };
  if (isPinned) {
    await db
      .insertInto("dataset_pin")
      .values(pin)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return;
  }
  await db.deleteFrom("dataset_pin").where("user_id", "=", userId).where("dataset_id", "=", datasetId).execute();
};
