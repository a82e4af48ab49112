import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { StoredSprite } from "../assets.rules.ts";

/** Returns the installation id, which survives a move or a restore of the database. */
export const identifyInstallation = async (db: Db): Promise<string> => {
  const { id } = await db
    .selectFrom("schema_migration")
    .select(sql<string>`encode(sha256((name || extract(epoch from applied_at))::bytea), 'hex')`.as("id"))
    .orderBy("applied_at")
    .orderBy("name")
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
};

export const listExpiredUploads = (db: Db, now: Date, limit: number): Promise<{ assetId: string; version: number }[]> =>
  db
    .selectFrom("asset_version")
    .select(["asset_id as assetId", "version"])
    .where(sql<boolean>`status = 'Uploading'`)
    .where("upload_expires_at", "<=", now)
    .orderBy("upload_expires_at")
    .limit(limit)
    .execute();

export interface Purged {
  readonly id: string;
  readonly ownerId: string;
  /** Only uploads count against the owner's quota. */
  readonly origin: string;
}

/** Locks assets whose grace period after deletion has ended. */
export const lockPurgeable = (tx: Tx, deletedBefore: Date, limit: number): Promise<Purged[]> =>
  tx
    .selectFrom("asset")
    .select(["id", "owner_id as ownerId", "origin"])
    .where("status", "=", "Deleted")
    .where("updated_at", "<=", deletedBefore)
    .orderBy("updated_at")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

export interface PurgedVersion {
  readonly assetId: string;
  readonly sizeBytes: number;
  readonly upload: { object_key: string; upload_id: string } | undefined;
  readonly keys: readonly string[];
}

export const listPurgedVersions = async (tx: Tx, ids: readonly string[]): Promise<PurgedVersion[]> => {
  const rows = await tx
    .selectFrom("asset_version")
    .select(["asset_id", "size_bytes", "object_key", "upload_id", "poster_key", "sprite"])
    .where("asset_id", "in", [...ids])
    .execute();
  return rows.map(({ asset_id, size_bytes, object_key, upload_id, poster_key, sprite }) => {
    const tiles = sprite as StoredSprite | null;
    return {
      assetId: asset_id,
      sizeBytes: Number(size_bytes),
      upload: upload_id === null ? undefined : { object_key, upload_id },
      keys: [object_key, ...(poster_key === null ? [] : [poster_key]), ...(tiles ? [tiles.key, tiles.vtt_key] : [])],
    };
  });
};

export const deleteAssetRows = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await tx
    .deleteFrom("asset")
    .where("id", "in", [...ids])
    .execute();
};

const DERIVED = /^derived\/[^/]+\/([0-9a-f-]{36})\/(\d{1,9})\//;

/** Returns the keys that no row references. Derivatives share a folder with the poster of their version. */
export const listUnknownKeys = async (db: Db, keys: readonly string[]): Promise<string[]> => {
  const wanted = keys.map((key) => {
    const [folder = "", assetId, version] = DERIVED.exec(key) ?? [];
    return {
      key,
      poster: `${folder}poster.webp`,
      asset_id: assetId ?? null,
      version: version ? Number(version) : null,
    };
  });
  const { rows } = await sql<{ key: string }>`
    select w.key from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as w (key text, poster text, asset_id uuid, version integer)
    where not exists (select from asset_version v where v.object_key = w.key)
      and not exists (select from evaluation_clip c where c.judged_key = w.key)
      and not exists (select from asset_version v where v.poster_key = w.poster)
      and not exists (select from asset_version v where v.asset_id = w.asset_id and v.version = w.version)`.execute(db);
  return rows.map((row) => row.key);
};

/** Returns the open multipart uploads that no row references. */
export const listUnknownUploadIds = async (db: Db, uploadIds: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom("asset_version")
    .select("upload_id")
    .where(sql<boolean>`status = 'Uploading'`)
    .where("upload_id", "in", [...uploadIds])
    .execute();
  const known = new Set(rows.map((row) => row.upload_id));
  return new Set(uploadIds.filter((id) => !known.has(id)));
};
