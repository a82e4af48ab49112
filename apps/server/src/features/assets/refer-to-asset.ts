import type { Db } from "../../platform/database.ts";
import { lockAsset } from "./asset.store.ts";
import { type AssetReference, deleteReference, insertReference } from "./asset-reference.store.ts";
import { noSuchAsset } from "./get-asset.ts";

/** Says inside another feature's transaction that a thing of its uses an asset, which then cannot be deleted. Safe to repeat. */
export const addAssetReference = async (tx: Db, reference: AssetReference): Promise<void> => {
  if (!(await lockAsset(tx, reference.assetId))) throw noSuchAsset();
  await insertReference(tx, reference);
};

export const removeAssetReference = (tx: Db, reference: Omit<AssetReference, "label">): Promise<void> =>
  deleteReference(tx, reference);
