import type { AssetProbe } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { executePrepared } from "../../../platform/db/execute-prepared.ts";
import type { StoredSprite } from "../assets.rules.ts";

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

type StoredBytes = Omit<CheckedClip, "assetId" | "sha256" | "sizeBytes">;

/**
 * The same bytes, stored and checked before. Nothing is locked: an object outlives the deletion of its asset by days, so
 * whoever finds it here can refer to it.
 */
export const findCheckedBytes = async (
  db: Db,
  { sha256, sizeBytes }: { sha256: Buffer; sizeBytes: number },
): Promise<Omit<CheckedClip, "assetId"> | undefined> => {
  const { rows } = await executePrepared<{ known: StoredBytes | null }>(
    db,
    "select find_checked_bytes($1, $2) as known",
    [sha256, sizeBytes],
  );
  const known = rows[0]?.known;
  return known ? { ...known, sha256, sizeBytes } : undefined;
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

/** As the function `make_generated_asset` of the database takes it, alone or within the end of a call. */
export const toMadeAsset = ({ clip, ownerId, createdBy, name, reference, at }: GeneratedAsset): string =>
  JSON.stringify({
    asset_id: clip.assetId,
    owner_id: ownerId,
    name,
    mime: clip.mime,
    size_bytes: clip.sizeBytes,
    sha256: clip.sha256.toString("hex"),
    bucket: clip.bucket,
    object_key: clip.objectKey,
    probe: clip.probe,
    poster_key: clip.posterKey,
    sprite: clip.sprite,
    at,
    created_by: createdBy,
    ref_kind: reference.kind,
    ref_id: reference.refId,
    ref_label: reference.label,
  });

export const insertGeneratedAsset = async (tx: Tx, asset: GeneratedAsset): Promise<void> => {
  await sql`select make_generated_asset(${toMadeAsset(asset)})`.execute(tx);
};
