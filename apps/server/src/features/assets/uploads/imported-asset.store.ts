import { assetProbe } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { kindOfMime } from "../assets.rules.ts";
import type { CheckedClip } from "./generated-asset.store.ts";

interface Content {
  readonly sha256: Buffer;
  readonly sizeBytes: number;
}

/** Finds an identical image that was stored and checked before, of any owner: only its bytes are shared. */
export const findCheckedImage = async (
  db: Db,
  { sha256, sizeBytes }: Content,
): Promise<Omit<CheckedClip, "assetId" | keyof Content> | undefined> => {
  const row = await db
    .selectFrom("asset_version as v")
    .innerJoin("asset as a", "a.id", "v.asset_id")
    .select(["v.mime", "v.probe", "v.bucket", "v.object_key", "v.poster_key"])
    .where("v.sha256", "=", sha256)
    .where("v.size_bytes", "=", BigInt(sizeBytes))
    .where("v.status", "=", "Ready")
    .where("v.kind", "=", "image")
    .where("v.probe", "is not", null)
    .where("a.status", "=", "Ready")
    .limit(1)
    .executeTakeFirst();
  return (
    row && {
      mime: row.mime,
      probe: assetProbe.parse(row.probe),
      bucket: row.bucket,
      objectKey: row.object_key,
      posterKey: row.poster_key,
      sprite: null,
    }
  );
};

/** The owner's ready uploads whose current version has one of these contents, by SHA-256 in hex. */
export const listOwnContents = async (
  db: Db,
  ownerId: string,
  sha256s: readonly Buffer[],
): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; sha256: Buffer }>`
    select distinct on (v.sha256) a.id, v.sha256 from asset_version v
    join asset a on a.id = v.asset_id and a.version = v.version
    where v.sha256 = any(${[...sha256s]}::bytea[]) and v.status = 'Ready' and v.kind in ('image', 'video')
      and a.owner_id = ${ownerId} and a.status = 'Ready' and a.origin = 'upload'
    order by v.sha256, a.id`.execute(db);
  return new Map(rows.map(({ id, sha256 }) => [sha256.toString("hex"), id]));
};

export interface NewImportedAsset {
  readonly clip: CheckedClip;
  readonly name: string;
}

/** Inserts thousands of ready assets with one version each, in two statements. */
export const insertImportedAssets = async (
  tx: Tx,
  { ownerId, createdBy, at }: { ownerId: string; createdBy: string; at: Date },
  assets: readonly NewImportedAsset[],
): Promise<void> => {
  const given = JSON.stringify(
    assets.map(({ clip, name }) => ({
      id: clip.assetId,
      name,
      kind: kindOfMime(clip.mime),
      mime: clip.mime,
      size_bytes: clip.sizeBytes,
      sha256: clip.sha256.toString("hex"),
      bucket: clip.bucket,
      object_key: clip.objectKey,
      probe: clip.probe,
      poster_key: clip.posterKey,
      sprite: clip.sprite,
    })),
  );
  await sql`
    insert into asset (id, owner_id, name, version, kind, mime, size_bytes, duration_s, status, created_at, updated_at)
    select id, ${ownerId}, name, 1, kind, mime, size_bytes, (probe ->> 'duration')::float8, 'Ready', ${at}, ${at}
    from jsonb_to_recordset(${given}::jsonb)
      as given (id uuid, name text, kind text, mime text, size_bytes bigint, probe jsonb)`.execute(tx);
  await sql`
    insert into asset_version (asset_id, version, status, mime, kind, size_bytes, sha256, bucket, object_key, probe,
      poster_key, sprite, created_at, created_by)
    select id, 1, 'Ready', mime, kind, size_bytes, decode(sha256, 'hex'), bucket, object_key, probe,
      poster_key, sprite, ${at}, ${createdBy}
    from jsonb_to_recordset(${given}::jsonb)
      as given (id uuid, mime text, kind text, size_bytes bigint, sha256 text, bucket text, object_key text,
        probe jsonb, poster_key text, sprite jsonb)`.execute(tx);
};
