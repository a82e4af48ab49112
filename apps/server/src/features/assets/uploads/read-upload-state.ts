import type { ASSET_STATUSES } from "@dailies/contract";
import type { RequestContext } from "../../../request-context.ts";
import { partBytes } from "../assets.rules.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { findAsset } from "../catalog/asset.store.ts";
import type { VersionRow } from "../catalog/asset-version.store.ts";
import { findOwnUpload, noSuchUpload } from "./find-upload.ts";

export interface UploadState {
  readonly name: string;
  readonly sizeBytes: number;
  readonly status: (typeof ASSET_STATUSES)[number];
  readonly partSizeBytes: number | null;
  readonly received: readonly number[];
}

/** Lists the parts of the caller's own upload that storage already holds. */
export const readUploadState = async (
  deps: AssetsDeps,
  { actor }: RequestContext,
  { assetId, version }: { assetId: string; version: number },
): Promise<UploadState> => {
  const row = await findOwnUpload(deps.db, actor, assetId, version);
  const asset = await findAsset(deps.db, assetId);
  if (!asset) throw noSuchUpload();
  return {
    name: asset.name,
    sizeBytes: Number(row.size_bytes),
    status: row.status as UploadState["status"],
    partSizeBytes: row.part_size_bytes === null ? null : Number(row.part_size_bytes),
    received: await listReceived(deps, row),
  };
};

const listReceived = async ({ storage }: AssetsDeps, row: VersionRow): Promise<number[]> => {
  const sizeBytes = Number(row.size_bytes);
  if (row.part_size_bytes === null) {
    const whole = row.status === "Uploading" ? await storage.headObject(row.object_key) : { sizeBytes };
    return whole?.sizeBytes === sizeBytes ? [1] : [];
  }
  const partSizeBytes = Number(row.part_size_bytes);
  const all = Array.from({ length: Math.ceil(sizeBytes / partSizeBytes) }, (_, index) => index + 1);
  if (row.status !== "Uploading") return all;
  if (row.upload_id === null) return [];
  const parts = await storage.listParts(row.object_key, row.upload_id);
  // The upload was completed in storage, but we never received the response.
  if (parts === undefined) return (await storage.headObject(row.object_key))?.sizeBytes === sizeBytes ? all : [];
  return parts
    .filter((part) => part.sizeBytes === partBytes(sizeBytes, partSizeBytes, part.number))
    .map((part) => part.number);
};
