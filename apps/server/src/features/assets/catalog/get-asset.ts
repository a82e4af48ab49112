import type { AssetDetail, AssetItem } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { listFolderPath } from "../folders/asset-folder.store.ts";
import { readAddresses } from "../references/read-addresses.ts";
import { toAssetDetail, toAssetItem } from "./asset.dto.ts";
import { type AssetRow, findAsset } from "./asset.store.ts";
import { listVersions } from "./asset-version.store.ts";

type Deps = Pick<AssetsDeps, "db" | "storage" | "clock">;

export const noSuchAsset = (): DomainError => new DomainError("not_found", "there is no such asset");

export const requireAsset = async (db: Db, id: string): Promise<AssetRow> => {
  const row = await findAsset(db, id);
  if (!row) throw noSuchAsset();
  return row;
};

export const getAssetItem = async ({ db, storage, clock }: Deps, id: string): Promise<AssetItem> => {
  const row = await requireAsset(db, id);
  return toAssetItem(row, readAddresses(storage, clock()));
};

export const getOwnAssetItem = async (
  { db, storage, clock }: Deps,
  ownerId: string,
  id: string,
): Promise<AssetItem> => {
  const row = await findAsset(db, id);
  if (row?.owner_id !== ownerId) throw noSuchAsset();
  return toAssetItem(row, readAddresses(storage, clock()));
};

export const getAssetDetail = async ({ db, storage, clock }: Deps, id: string): Promise<AssetDetail> => {
  const row = await requireAsset(db, id);
  const versions = await listVersions(db, id);
  const path = row.folder_id === null ? [] : await listFolderPath(db, row.folder_id);
  return toAssetDetail(row, versions, path, readAddresses(storage, clock()));
};
