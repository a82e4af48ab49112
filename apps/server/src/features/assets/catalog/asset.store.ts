import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { AssetKind } from "../assets.rules.ts";

/** Joins each asset with its current version. */
const selectAssets = (db: Db) =>
  db
    .selectFrom("asset as a")
    .innerJoin("asset_version as v", (join) =>
      join.onRef("v.asset_id", "=", "a.id").onRef("v.version", "=", "a.version"),
    )
    .innerJoin("console_user as u", "u.id", "a.owner_id")
    .select([
      "a.id",
      "a.owner_id",
      "a.name",
      "a.kind",
      "a.mime",
      "a.size_bytes",
      "a.tags",
      "a.folder_id",
      "a.visibility",
      "a.ref_count",
      "a.version",
      "a.status",
      "a.duration_s",
      "a.created_at",
      "a.updated_at",
      "v.sha256",
      "v.bucket",
      "v.object_key",
      "v.probe",
      "v.poster_key",
      "v.sprite",
      "v.verdict",
      "u.username as owner",
    ]);

export type AssetRow = Awaited<ReturnType<ReturnType<typeof selectAssets>["execute"]>>[number];

export const listAssetsById = async (db: Db, ids: readonly string[]): Promise<AssetRow[]> => {
  if (ids.length === 0) return [];
  const rows = await selectAssets(db)
    .where("a.id", "in", [...ids])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** Returns what a player needs for the playable assets among these; called with hundreds of ids. */
export const listClipFiles = async (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom("asset as a")
        .innerJoin("asset_version as v", (join) =>
          join.onRef("v.asset_id", "=", "a.id").onRef("v.version", "=", "a.version"),
        )
        .select(["a.id", "a.name", "a.kind", "a.mime", "v.object_key", "v.poster_key", "v.probe"])
        .where(sql<boolean>`a.id = any(${[...ids]}::uuid[])`)
        .where("a.status", "=", "Ready")
        .where("a.kind", "<>", "other")
        .execute();

/** Returns undefined for a deleted asset too. */
export const findAsset = (db: Db, id: string): Promise<AssetRow | undefined> =>
  selectAssets(db).where("a.id", "=", id).where("a.status", "<>", "Deleted").executeTakeFirst();

export interface LockedAsset {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly folderId: string | null;
  readonly visibility: string;
  readonly tags: readonly string[];
  readonly version: number;
  readonly status: string;
  readonly refCount: number;
}

/** Locks in id order to avoid deadlocks. */
export const lockAssets = async (tx: Tx, ids: readonly string[]): Promise<LockedAsset[]> => {
  const rows = await tx
    .selectFrom("asset")
    .select(["id", "owner_id", "name", "folder_id", "visibility", "tags", "version", "status", "ref_count"])
    .where("id", "in", [...ids])
    .where("status", "<>", "Deleted")
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map((row) => ({
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    folderId: row.folder_id,
    visibility: row.visibility,
    tags: row.tags,
    version: row.version,
    status: row.status,
    refCount: row.ref_count,
  }));
};

export const lockAsset = async (tx: Tx, id: string): Promise<LockedAsset | undefined> =>
  (await lockAssets(tx, [id]))[0];

export interface NewAsset {
  readonly id: string;
  readonly ownerId: string;
  readonly folderId: string | null;
  readonly name: string;
  readonly kind: AssetKind;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly durationS?: number | null;
  readonly status: string;
  readonly at: Date;
}

export const insertAsset = async (tx: Tx, asset: NewAsset): Promise<void> => {
  await tx
    .insertInto("asset")
    .values({
      id: asset.id,
      owner_id: asset.ownerId,
      folder_id: asset.folderId,
      name: asset.name,
      version: 1,
      kind: asset.kind,
      mime: asset.mime,
      size_bytes: BigInt(asset.sizeBytes),
      duration_s: asset.durationS ?? null,
      status: asset.status,
      created_at: asset.at,
      updated_at: asset.at,
    })
    .execute();
};

export interface AssetChange {
  readonly name?: string | undefined;
  readonly folderId?: string | null | undefined;
  readonly visibility?: string | undefined;
  readonly tags?: readonly string[];
}

export const updateAsset = async (tx: Tx, id: string, change: AssetChange, at: Date): Promise<void> => {
  await tx
    .updateTable("asset")
    .set({
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.folderId === undefined ? {} : { folder_id: change.folderId }),
      ...(change.visibility === undefined ? {} : { visibility: change.visibility }),
      ...(change.tags === undefined ? {} : { tags: [...change.tags] }),
      updated_at: at,
    })
    .where("id", "=", id)
    .execute();
};

/** Makes this version the current one, whatever its status. */
export const showVersion = async (tx: Tx, assetId: string, version: number, at: Date): Promise<void> => {
  await tx
    .updateTable("asset")
    .from("asset_version as v")
    .set((eb) => ({
      version: eb.ref("v.version"),
      kind: eb.ref("v.kind"),
      mime: eb.ref("v.mime"),
      size_bytes: eb.ref("v.size_bytes"),
      duration_s: sql<number | null>`(v.probe ->> 'duration')::float8`,
      status: eb.ref("v.status"),
      updated_at: at,
    }))
    .whereRef("v.asset_id", "=", "asset.id")
    .where("asset.id", "=", assetId)
    .where("v.version", "=", version)
    .execute();
};

/** Version rows stay until the objects are purged. */
export const markAssetsDeleted = async (tx: Tx, ids: readonly string[], at: Date): Promise<void> => {
  await tx
    .updateTable("asset")
    .set({ status: "Deleted", deleted_at: at, updated_at: at })
    .where("id", "in", [...ids])
    .execute();
  await tx
    .updateTable("asset_version")
    .set({ status: "Deleted" })
    .where("asset_id", "in", [...ids])
    .execute();
};

export const deleteAssetRow = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom("asset").where("id", "=", id).execute();
};

/** The enabled user who created a service credential. */
export const findCredentialOwner = async (db: Db, credentialId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom("service_credential as c")
    .innerJoin("console_user as u", "u.username", "c.created_by")
    .select("u.id")
    .where("c.id", "=", credentialId)
    .where("u.is_enabled", "=", true)
    .executeTakeFirst();
  return row?.id;
};
