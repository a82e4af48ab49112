import { DomainError } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { SETTINGS, type SettingsReader } from "../../settings/index.ts";
import { addUsage, lockUsage, readUsage, type Usage } from "../catalog/asset-usage.store.ts";

export interface Room {
  readonly ownerId: string;
  readonly sizeBytes: number;
  /** True for a new asset, false for a new version of one. */
  readonly isNewAsset: boolean;
}

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

const inUnits = (bytes: number): string => {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Math.round((bytes / 1024 ** power) * 10) / 10} ${UNITS[power]}`;
};

const refuseBeyond = (settings: SettingsReader, { totalBytes, ownBytes }: Usage, sizeBytes: number): void => {
  const quotaBytes = settings.get(SETTINGS.assetsQuotaBytes);
  const userQuotaBytes = settings.get(SETTINGS.assetsUserQuotaBytes);
  if (ownBytes + sizeBytes > userQuotaBytes) {
    throw new DomainError("too_large", `this does not fit: you use ${inUnits(ownBytes)} of ${inUnits(userQuotaBytes)}`);
  }
  if (totalBytes + sizeBytes > quotaBytes) {
    throw new DomainError("too_large", "the asset storage quota is full");
  }
};

/** Reserves storage quota for an upload in the caller's transaction; refuses what would exceed it. */
export const reserveQuota = async (
  tx: Tx,
  settings: SettingsReader,
  { ownerId, sizeBytes, isNewAsset }: Room,
): Promise<void> => reserveQuotaForMany(tx, settings, { ownerId, sizeBytes, assets: isNewAsset ? 1 : 0 });

/** The same for several new assets, all of them or none. */
export const reserveQuotaForMany = async (
  tx: Tx,
  settings: SettingsReader,
  { ownerId, sizeBytes, assets }: Omit<Room, "isNewAsset"> & { readonly assets: number },
): Promise<void> => {
  refuseBeyond(settings, await lockUsage(tx, ownerId), sizeBytes);
  await addUsage(tx, ownerId, sizeBytes, assets);
};

/** Checks the quota before any bytes are sent, without reserving it. */
export const checkQuota = async (
  db: Db,
  settings: SettingsReader,
  { ownerId, sizeBytes }: Omit<Room, "isNewAsset">,
): Promise<void> => refuseBeyond(settings, await readUsage(db, ownerId), sizeBytes);
