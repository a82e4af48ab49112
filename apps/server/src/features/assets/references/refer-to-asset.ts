import type { Tx } from "../../../platform/db/database.ts";
import { lockAsset } from "../catalog/asset.store.ts";
import { noSuchAsset } from "../catalog/get-asset.ts";
import { type AssetReference, deleteReference, insertReference, insertReferences } from "./asset-reference.store.ts";

/**
 * Records, in another feature's transaction, that its object uses an asset; the asset cannot be deleted then.
 * Idempotent.
 */
export const addAssetReference = async (tx: Tx, reference: AssetReference): Promise<void> => {
  if (!(await lockAsset(tx, reference.assetId))) throw noSuchAsset();
  await insertReference(tx, reference);
};

/** The same for thousands of assets that the caller has just seen ready, in one statement. */
export const addAssetReferences = (tx: Tx, references: readonly AssetReference[]): Promise<void> =>
  insertReferences(tx, references);

export const removeAssetReference = (tx: Tx, reference: Omit<AssetReference, "label">): Promise<void> =>
  deleteReference(tx, reference);
