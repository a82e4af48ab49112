import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { deleteAssetRow, lockAsset, showVersion } from "../catalog/asset.store.ts";
import { subtractUsage } from "../catalog/asset-usage.store.ts";
import { deleteVersion, listVersions, lockVersion, type VersionRow } from "../catalog/asset-version.store.ts";
import { noSuchUpload } from "./find-upload.ts";

export interface UploadRef {
  readonly assetId: string;
  readonly version: number;
}

/** Removes an unfinished version and releases its quota; returns what storage may still hold of it. */
export const removeUnfinished = async (tx: Tx, { assetId, version }: UploadRef, at: Date): Promise<Removed> => {
  const asset = await lockAsset(tx, assetId);
  const row = asset && (await lockVersion(tx, assetId, version));
  if (!row) return { outcome: "missing" };
  if (row.status !== "Uploading") return { outcome: "completed" };
  const others = (await listVersions(tx, assetId)).filter((other) => other.version !== version);
  const [newest] = others;
  await subtractUsage(tx, asset.ownerId, Number(row.size_bytes), newest ? 0 : 1);
  if (!newest) await deleteAssetRow(tx, assetId);
  else {
    const shown = others.find((other) => other.status === "Ready") ?? newest;
    if (asset.version === version) await showVersion(tx, assetId, shown.version, at);
    await deleteVersion(tx, assetId, version);
  }
  return { outcome: "removed", row };
};

type Removed = { outcome: "removed"; row: VersionRow } | { outcome: "missing" } | { outcome: "completed" };

type Deps = Pick<AssetsDeps, "db" | "storage" | "clock" | "log">;

export const abortUpload = async (deps: Deps, context: RequestContext, upload: UploadRef): Promise<void> => {
  const at = deps.clock();
  const row = await deps.db.transaction().execute(async (tx) => {
    const removed = await removeUnfinished(tx, upload, at);
    if (removed.outcome === "missing") throw noSuchUpload();
    if (removed.outcome === "completed") throw new DomainError("conflict", "this upload has already been completed");
    await recordOperation(tx, auditActor(context, at), {
      opType: "Cancel_upload",
      subjects: [`asset:${upload.assetId}`],
      meta: { version: upload.version },
    });
    return removed.row;
  });
  await clearAfterwards(deps, row);
};

export const clearUpload = async (
  storage: ObjectStorage,
  { upload_id, object_key }: Pick<VersionRow, "upload_id" | "object_key">,
): Promise<void> => {
  if (upload_id !== null) await storage.abortMultipart(object_key, upload_id);
  await storage.deleteObjects([object_key]);
};

/** Best effort: the upload is already aborted, and the sweep deletes what remains. */
const clearAfterwards = async ({ storage, log }: Deps, row: VersionRow): Promise<void> => {
  try {
    await clearUpload(storage, row);
  } catch (error) {
    log.warn(
      { err: error, assetId: row.asset_id },
      "bytes of an aborted upload could not be deleted; the next sweep deletes them",
    );
  }
};
