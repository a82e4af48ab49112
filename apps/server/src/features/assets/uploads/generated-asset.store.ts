import type { AssetProbe } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { executePrepared } from "../../../platform/db/execute-prepared.ts";
import type { StoredSprite } from "../assets.rules.ts";

/** A clip that was read, hashed and inspected, with the findings. */
export interface CheckedClip {
  /** The id of the future asset. */
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
 * Finds identical bytes that were stored and checked before. Takes no lock: an object outlives the deletion of its
 * asset by days, so it can still be referenced.
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
  /** The object the clip was made for; it protects the clip from deletion while it exists. */
  readonly reference: { readonly kind: string; readonly refId: string; readonly label: string };
  readonly at: Date;
}

/** Serializes the argument of the SQL function `make_generated_asset`, called alone or when a job completes. */
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
