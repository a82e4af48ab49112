import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { findVersion, type VersionRow } from "../catalog/asset-version.store.ts";

export const noSuchUpload = (): DomainError => new DomainError("not_found", "there is no such upload of yours");

/** Returns the caller's own upload in any state; uploads of other users are not found. */
export const findOwnUpload = async (db: Db, actor: Actor, assetId: string, version: number): Promise<VersionRow> => {
  const row = await findVersion(db, assetId, version);
  if (row?.created_by !== actor.username || row.status === "Deleted") throw noSuchUpload();
  return row;
};
