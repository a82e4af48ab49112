import { createHash } from "node:crypto";
import { kindOfMime } from "../../features/assets/assets.rules.ts";
import { insertAsset } from "../../features/assets/catalog/asset.store.ts";
import { insertVersion } from "../../features/assets/catalog/asset-version.store.ts";
import type { Db } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import type { ObjectStorage } from "../../platform/s3/object-storage.ts";
import { aUser } from "./a-user.ts";

export interface UploadOptions {
  readonly name?: string;
  readonly mime?: string;
  readonly sizeBytes?: number;
  readonly claimedSha256?: Buffer;
  /** False: created and reported as complete, but not in storage. */
  readonly isStored?: boolean;
}

/** An asset whose first version is in storage and waits to be checked. */
export const anUpload = async (
  db: Db,
  storage: Pick<ObjectStorage, "bucket" | "putObject">,
  content: Buffer,
  options: UploadOptions = {},
): Promise<{ assetId: string; version: number; objectKey: string }> => {
  const owner = await aUser(db);
  const assetId = newId();
  const objectKey = `media/te/${assetId}/1`;
  const mime = options.mime ?? "video/mp4";
  const about = {
    status: "Quarantined",
    mime,
    kind: kindOfMime(mime),
    at: new Date(),
    sizeBytes: options.sizeBytes ?? content.length,
  };
  const claimedSha256 = options.claimedSha256 ?? createHash("sha256").update(content).digest();
  if (options.isStored ?? true) await storage.putObject(objectKey, content, { contentType: mime });
  await db.transaction().execute(async (tx) => {
    const name = options.name ?? `${assetId}.bin`;
    await insertAsset(tx, { ...about, id: assetId, ownerId: owner.id, folderId: null, name });
    await insertVersion(tx, {
      ...about,
      assetId,
      version: 1,
      claimedSha256,
      bucket: storage.bucket,
      objectKey,
      createdBy: owner.username,
    });
  });
  return { assetId, version: 1, objectKey };
};
