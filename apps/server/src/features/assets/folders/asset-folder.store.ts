import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** Arbitrary, but unique among advisory locks. */
const TREE_LOCK = 7_423_004;

export interface FolderRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly hasChildren: boolean;
}

/** Serializes changes of the tree: two concurrent moves, each valid alone, could form a cycle. */
export const lockTree = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${TREE_LOCK})`.execute(tx);
};

const selectFolders = (db: Db) =>
  db
    .selectFrom("asset_folder as f")
    .select((eb) => [
      "f.id",
      "f.parent_id as parentId",
      "f.name",
      eb.exists(eb.selectFrom("asset_folder as c").select("c.id").whereRef("c.parent_id", "=", "f.id")).as("has"),
    ]);

const toFolder = ({ has, ...row }: { id: string; parentId: string | null; name: string; has: unknown }): FolderRow => ({
  ...row,
  hasChildren: has === true,
});

export const findFolder = async (db: Db, id: string): Promise<FolderRow | undefined> => {
  const row = await selectFolders(db).where("f.id", "=", id).executeTakeFirst();
  return row && toFolder(row);
};

export const listFoldersIn = async (db: Db, parentId: string | null): Promise<FolderRow[]> => {
  const rows = await selectFolders(db)
    .where("f.parent_id", "is not distinct from", parentId)
    .orderBy("f.name")
    .execute();
  return rows.map(toFolder);
};

export const findFolderNamed = async (
  db: Db,
  parentId: string | null,
  name: string,
): Promise<FolderRow | undefined> => {
  const row = await selectFolders(db)
    .where("f.parent_id", "is not distinct from", parentId)
    .where("f.name", "=", name)
    .executeTakeFirst();
  return row && toFolder(row);
};

/** Locks the folder against deletion until the transaction ends; false when it does not exist. */
export const holdFolder = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom("asset_folder").select("id").where("id", "=", id).forKeyShare().executeTakeFirst()) !==
  undefined;

export const lockFolder = (tx: Tx, id: string) =>
  tx
    .selectFrom("asset_folder")
    .select(["id", "parent_id as parentId", "name"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export const insertFolder = async (
  tx: Tx,
  folder: { id: string; parentId: string | null; name: string },
): Promise<void> => {
  await tx
    .insertInto("asset_folder")
    .values({ id: folder.id, parent_id: folder.parentId, name: folder.name })
    .execute();
};

export const updateFolderRow = async (
  tx: Tx,
  id: string,
  change: { name: string; parentId: string | null },
): Promise<void> => {
  await tx
    .updateTable("asset_folder")
    .set({ name: change.name, parent_id: change.parentId })
    .where("id", "=", id)
    .execute();
};

/** Returns the folder and its ancestors, starting with the folder. */
const listAncestors = async (db: Db, id: string): Promise<{ id: string; name: string }[]> => {
  const { rows } = await sql<{ id: string; name: string }>`
    with recursive up as (
      select id, parent_id, name, 1 as level from asset_folder where id = ${id}
      union all
      select f.id, f.parent_id, f.name, up.level + 1 from asset_folder f join up on f.id = up.parent_id
    )
    select id, name from up order by level`.execute(db);
  return rows;
};

export const listFolderPath = async (db: Db, id: string): Promise<string[]> =>
  (await listAncestors(db, id)).map(({ name }) => name).reverse();

export const listAncestorIds = async (db: Db, id: string): Promise<string[]> =>
  (await listAncestors(db, id)).map((folder) => folder.id);

/** Counts the levels of subfolders. */
export const measureDepthBelow = async (db: Db, id: string): Promise<number> => {
  const { rows } = await sql<{ depth: number }>`
    with recursive down as (
      select id, 0 as level from asset_folder where id = ${id}
      union all
      select f.id, down.level + 1 from asset_folder f join down on f.parent_id = down.id
    )
    select max(level) as depth from down`.execute(db);
  return rows[0]?.depth ?? 0;
};

export const isFolderEmpty = async (tx: Tx, id: string): Promise<boolean> => {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from asset_folder where parent_id = ${id})
      and not exists (select from asset where folder_id = ${id} and status <> 'Deleted') as empty`.execute(tx);
  return rows[0]?.empty === true;
};

/** Clears the folder of deleted assets first, which reference it until they are purged. */
export const deleteFolderRow = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .updateTable("asset")
    .set({ folder_id: null })
    .where("folder_id", "=", id)
    .where("status", "=", "Deleted")
    .execute();
  await tx.deleteFrom("asset_folder").where("id", "=", id).execute();
};
