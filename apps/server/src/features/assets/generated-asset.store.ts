import type { AssetProbe } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import type { StoredSprite } from "./assets.rules.ts";

/** A clip that was read, hashed and looked at, with everything that was found out about it. */
export interface CheckedClip {
  /** Of the asset that it shall become. */
  readonly assetId: string;
  readonly sha256: Buffer;
  readonly sizeBytes: number;
  readonly mime: string;
  readonly probe: AssetProbe;
  readonly bucket: string;
  readonly objectKey: string;
  readonly posterKey: string | null;
  readonly sprite: StoredSprite | null;
}

/**
 * The same bytes, stored and checked before. Nothing is locked: an object outlives the deletion of its asset by days, so
 * whoever finds it here can refer to it.
 */
export const findCheckedBytes = async (
  db: Db,
  { sha256, sizeBytes }: { sha256: Buffer; sizeBytes: number },
): Promise<Omit<CheckedClip, "assetId"> | undefined> => {
  const row = await db
    .selectFrom("asset_version as v")
    .innerJoin("asset as a", "a.id", "v.asset_id")
    .select(["v.mime", "v.probe", "v.bucket", "v.object_key", "v.poster_key", "v.sprite"])
    .where("v.sha256", "=", sha256)
    .where(sql<boolean>`v.status = 'Ready'`)
    .where("v.size_bytes", "=", BigInt(sizeBytes))
    .where("v.kind", "=", "video")
    .where("v.probe", "is not", null)
    .where("a.status", "=", "Ready")
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      sha256,
      sizeBytes,
      mime: row.mime,
      probe: row.probe as unknown as AssetProbe,
      bucket: row.bucket,
      objectKey: row.object_key,
      posterKey: row.poster_key,
      sprite: row.sprite as unknown as StoredSprite | null,
    }
  );
};

export interface GeneratedAsset {
  readonly clip: CheckedClip;
  readonly ownerId: string;
  readonly createdBy: string;
  readonly name: string;
  /** What the clip was made for; while that is there, nobody can delete it. */
  readonly reference: { readonly kind: string; readonly refId: string; readonly label: string };
  readonly at: Date;
}

/**
 * A ready asset with its one version and its reference, as parts of another statement: made if `from` has a row, and then in
 * the same moment as everything else that statement does.
 */
export const generatedAssetParts = (
  { clip, ownerId, createdBy, name, reference, at }: GeneratedAsset,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const sprite = clip.sprite === null ? null : JSON.stringify(clip.sprite);
  return sql`made_asset as (
      insert into asset (id, owner_id, name, version, kind, mime, size_bytes, duration_s, status, origin, created_at, updated_at)
      select ${clip.assetId}::uuid, ${ownerId}::uuid, ${name}, 1, 'video', ${clip.mime}, ${clip.sizeBytes}::bigint,
        ${clip.probe.duration}::float8, 'Ready', 'generated', ${at}::timestamptz, ${at}::timestamptz from ${from}
      returning id
    ), made_version as (
      insert into asset_version (asset_id, version, status, mime, kind, size_bytes, sha256, bucket, object_key, probe,
        poster_key, sprite, created_at, created_by)
      select id, 1, 'Ready', ${clip.mime}, 'video', ${clip.sizeBytes}::bigint, ${clip.sha256}, ${clip.bucket},
        ${clip.objectKey}, ${JSON.stringify(clip.probe)}::jsonb, ${clip.posterKey}, ${sprite}::jsonb, ${at}::timestamptz,
        ${createdBy}
      from made_asset
    ), made_reference as (
      insert into asset_reference (asset_id, kind, ref_id, label)
      select id, ${reference.kind}, ${reference.refId}, ${reference.label} from made_asset
    )`;
};

export const insertGeneratedAsset = async (tx: Db, asset: GeneratedAsset): Promise<void> => {
  const from = sql`(select 1) as wanted`;
  await sql`with ${generatedAssetParts(asset, from)} select 1`.execute(tx);
};
