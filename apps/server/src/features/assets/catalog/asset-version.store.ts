import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { StoredObjects } from "../../../platform/s3/stored-objects.ts";
import type { AssetKind } from "../assets.rules.ts";

export interface NewVersion {
  readonly assetId: string;
  readonly version: number;
  readonly status: string;
  readonly mime: string;
  readonly kind: AssetKind;
  readonly sizeBytes: number;
  readonly claimedSha256?: Buffer;
  readonly bucket: string;
  readonly objectKey: string;
  readonly partSizeBytes?: number | undefined;
  readonly uploadExpiresAt?: Date;
  readonly createdBy: string;
  readonly at: Date;
}

export const insertVersion = async (tx: Tx, version: NewVersion): Promise<void> => {
  await tx
    .insertInto("asset_version")
    .values({
      asset_id: version.assetId,
      version: version.version,
      status: version.status,
      mime: version.mime,
      kind: version.kind,
      size_bytes: BigInt(version.sizeBytes),
      claimed_sha256: version.claimedSha256 ?? null,
      bucket: version.bucket,
      object_key: version.objectKey,
      part_size_bytes: version.partSizeBytes === undefined ? null : BigInt(version.partSizeBytes),
      upload_expires_at: version.uploadExpiresAt ?? null,
      created_by: version.createdBy,
      created_at: version.at,
    })
    .execute();
};

/** Copies a version, with all findings about its bytes, to another asset or version number. */
export const insertVersionCopy = async (
  tx: Tx,
  from: { assetId: string; version: number },
  to: { assetId: string; version: number; createdBy: string; at: Date },
): Promise<void> => {
  await tx
    .insertInto("asset_version")
    .columns([
      "asset_id",
      "version",
      "status",
      "mime",
      "kind",
      "size_bytes",
      "sha256",
      "bucket",
      "object_key",
      "probe",
      "poster_key",
      "sprite",
      "created_by",
      "created_at",
    ])
    .expression((eb) =>
      eb
        .selectFrom("asset_version as v")
        .select((s) => [
          s.val(to.assetId).$castTo<string>().as("asset_id"),
          s.val(to.version).as("version"),
          "v.status",
          "v.mime",
          "v.kind",
          "v.size_bytes",
          "v.sha256",
          "v.bucket",
          "v.object_key",
          "v.probe",
          "v.poster_key",
          "v.sprite",
          s.val(to.createdBy).as("created_by"),
          s.val(to.at).as("created_at"),
        ])
        .where("v.asset_id", "=", from.assetId)
        .where("v.version", "=", from.version),
    )
    .execute();
};

const selectVersions = (db: Db) =>
  db
    .selectFrom("asset_version")
    .select([
      "asset_id",
      "version",
      "status",
      "mime",
      "kind",
      "size_bytes",
      "sha256",
      "object_key",
      "upload_id",
      "part_size_bytes",
      "upload_expires_at",
      "verdict",
      "created_by",
      "created_at",
    ]);

export type VersionRow = Awaited<ReturnType<ReturnType<typeof selectVersions>["execute"]>>[number];

export const listVersions = (db: Db, assetId: string): Promise<VersionRow[]> =>
  selectVersions(db).where("asset_id", "=", assetId).orderBy("version", "desc").execute();

export const findVersion = (db: Db, assetId: string, version: number): Promise<VersionRow | undefined> =>
  selectVersions(db).where("asset_id", "=", assetId).where("version", "=", version).executeTakeFirst();

export const lockVersion = (tx: Tx, assetId: string, version: number): Promise<VersionRow | undefined> =>
  selectVersions(tx).where("asset_id", "=", assetId).where("version", "=", version).forUpdate().executeTakeFirst();

export const setUploadId = async (db: Db, assetId: string, version: number, uploadId: string): Promise<void> => {
  await db
    .updateTable("asset_version")
    .set({ upload_id: uploadId })
    .where("asset_id", "=", assetId)
    .where("version", "=", version)
    .execute();
};

/** All bytes have arrived and the version awaits its check. */
export const quarantineVersion = async (
  tx: Tx,
  { assetId, version, claimedSha256 }: { assetId: string; version: number; claimedSha256?: Buffer },
): Promise<void> => {
  await tx
    .updateTable("asset_version")
    .set({
      status: "Quarantined",
      verdict: null,
      upload_id: null,
      upload_expires_at: null,
      ...(claimedSha256 === undefined ? {} : { claimed_sha256: claimedSha256 }),
    })
    .where("asset_id", "=", assetId)
    .where("version", "=", version)
    .execute();
};

export const deleteVersion = async (tx: Tx, assetId: string, version: number): Promise<void> => {
  await tx.deleteFrom("asset_version").where("asset_id", "=", assetId).where("version", "=", version).execute();
};

/** Files that were checked, and those that wait for their check; only the first have a hash that we computed. */
export const assetFiles: StoredObjects = {
  what: "asset version",
  bucket: "assets",
  identity: ["asset_id", "version"],
  rows: sql`select asset_id, version, array[object_key] as keys, size_bytes,
      case when status = 'Ready' then encode(sha256, 'hex') end as sha256
    from asset_version where status in ('Ready', 'Quarantined')`,
};

export const assetPictures: StoredObjects = {
  what: "poster and sprite of asset version",
  bucket: "assets",
  identity: ["asset_id", "version"],
  rows: sql`select asset_id, version, array_remove(array[poster_key, sprite ->> 'key', sprite ->> 'vtt_key'], null) as keys,
      null::bigint as size_bytes, null::text as sha256
    from asset_version where status = 'Ready' and poster_key is not null`,
};
