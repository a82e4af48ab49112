import type { Clock } from "../../../platform/clock.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import { auditActor, systemContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { subtractUsage } from "../catalog/asset-usage.store.ts";
import {
  deleteAssetRows,
  listPurgedVersions,
  listUnknownKeys,
  lockPurgeable,
  type Purged,
  type PurgedVersion,
} from "./sweep-assets.store.ts";

interface Deps {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
}

/** Purges deleted assets, and their objects unless another asset shares the bytes. Returns how many were purged. */
export const purgeAssets = async (
  { db, storage, clock }: Deps,
  deletedBefore: Date,
  limit: number,
): Promise<number> => {
  const { assets, versions } = await db.transaction().execute(async (tx) => {
    const locked = await lockPurgeable(tx, deletedBefore, limit);
    const purged =
      locked.length === 0
        ? []
        : await listPurgedVersions(
            tx,
            locked.map(({ id }) => id),
          );
    await removeRows(tx, locked, purged, clock());
    return { assets: locked, versions: purged };
  });
  for (const { upload } of versions) if (upload) await storage.abortMultipart(upload.object_key, upload.upload_id);
  const keys = [...new Set(versions.flatMap((version) => version.keys))];
  if (keys.length > 0) await storage.deleteObjects(await listUnknownKeys(db, keys));
  return assets.length;
};

const removeRows = async (
  tx: Tx,
  assets: readonly Purged[],
  versions: readonly PurgedVersion[],
  at: Date,
): Promise<void> => {
  const [first, ...others] = assets.map(({ id }) => `asset:${id}`);
  if (first === undefined) return;
  const bytesOf = new Map<string, number>();
  for (const { assetId, sizeBytes } of versions) bytesOf.set(assetId, (bytesOf.get(assetId) ?? 0) + sizeBytes);
  const counted = assets.filter(({ origin }) => origin === "upload");
  for (const { id, ownerId } of counted) await subtractUsage(tx, ownerId, bytesOf.get(id) ?? 0, 1);
  await deleteAssetRows(
    tx,
    assets.map(({ id }) => id),
  );
  await recordOperation(tx, auditActor(systemContext("sweep-assets", at)), {
    opType: "Purge_assets",
    subjects: [first, ...others],
  });
};
