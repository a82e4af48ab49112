import type { Actor } from "../../../actor.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { type LockedAsset, lockAsset } from "./asset.store.ts";
import { listVersions } from "./asset-version.store.ts";
import { noSuchAsset } from "./get-asset.ts";

/** Locks the asset that gets a new version, after checking that the caller may add one. */
export const lockReplaced = async (tx: Tx, actor: Actor, id: string): Promise<LockedAsset> => {
  const asset = await lockAsset(tx, id);
  const mayChange = asset?.ownerId === actor.userId || actor.permissions.has("STATIC_RESOURCE_MANAGE");
  if (!(asset && mayChange)) throw noSuchAsset();
  return asset;
};

/** The caller must hold the lock on the asset. */
export const nextVersion = async (tx: Tx, assetId: string): Promise<number> => {
  const [newest] = await listVersions(tx, assetId);
  return (newest?.version ?? 0) + 1;
};
