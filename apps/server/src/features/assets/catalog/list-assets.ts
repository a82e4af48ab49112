import type { AssetItem } from "@dailies/contract";
import type { AssetsDeps } from "../assets-deps.ts";
import { readAddresses } from "../references/read-addresses.ts";
import { toAssetItem } from "./asset.dto.ts";
import { listAssetsById } from "./asset.store.ts";
import { type AssetFilter, type AssetPage, countAssets, listAssetIds } from "./asset-list.store.ts";

export const listAssets = async (
  { db, storage, clock }: Pick<AssetsDeps, "db" | "storage" | "clock">,
  filter: AssetFilter,
  page: AssetPage,
): Promise<{ items: AssetItem[]; total: number; isCapped: boolean }> => {
  // In sequence: a page of one person takes one connection, and not two cores of the database.
  const counted = await countAssets(db, filter);
  const ids = await listAssetIds(db, filter, page);
  const rows = await listAssetsById(db, ids);
  const addresses = readAddresses(storage, clock());
  return { ...counted, items: rows.map((row) => toAssetItem(row, addresses)) };
};
