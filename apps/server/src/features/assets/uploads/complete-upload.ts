import type { AssetItem } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import type { StoredPart } from "../../../platform/s3/object-storage-multipart.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { ingestWorkflowId, partBytes } from "../assets.rules.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { lockAsset, showVersion } from "../catalog/asset.store.ts";
import { lockVersion, quarantineVersion, type VersionRow } from "../catalog/asset-version.store.ts";
import { getAssetItem } from "../catalog/get-asset.ts";
import { findOwnUpload, noSuchUpload } from "./find-upload.ts";

/** Takes the size from storage, never from the client. Idempotent. */
export const completeUpload = async (
  deps: AssetsDeps,
  context: RequestContext,
  { assetId, version, sha256 }: { assetId: string; version: number; sha256: string },
): Promise<AssetItem> => {
  const row = await findOwnUpload(deps.db, context.actor, assetId, version);
  if (row.status === "Uploading") {
    await requireAllBytes(deps, row);
    await deps.db.transaction().execute((tx) => settleUpload(deps, tx, context, { assetId, version, sha256 }));
  }
  return getAssetItem(deps, assetId);
};

const requireAllBytes = async ({ storage }: AssetsDeps, row: VersionRow): Promise<void> => {
  if (row.upload_id !== null) {
    const parts = await storage.listParts(row.object_key, row.upload_id);
    if (parts !== undefined) {
      refuseMissingParts(row, parts);
      await storage.completeMultipart(row.object_key, row.upload_id, parts);
    }
  }
  const stored = await storage.headObject(row.object_key);
  if (stored?.sizeBytes !== Number(row.size_bytes)) {
    throw new DomainError("conflict", "the uploaded file does not match its declared size or hash; upload it again");
  }
};

const refuseMissingParts = (row: VersionRow, parts: readonly StoredPart[]): void => {
  const sizeBytes = Number(row.size_bytes);
  const partSizeBytes = Number(row.part_size_bytes);
  const arrived = parts.filter((part) => part.sizeBytes === partBytes(sizeBytes, partSizeBytes, part.number)).length;
  const expected = Math.ceil(sizeBytes / partSizeBytes);
  if (arrived !== expected || parts.length !== expected) {
    throw new DomainError("conflict", `${arrived} of ${expected} parts have arrived`);
  }
};

const settleUpload = async (
  { clock }: AssetsDeps,
  tx: Tx,
  context: RequestContext,
  { assetId, version, sha256 }: { assetId: string; version: number; sha256: string },
): Promise<void> => {
  const at = clock();
  const asset = await lockAsset(tx, assetId);
  const row = asset && (await lockVersion(tx, assetId, version));
  if (!row) throw noSuchUpload();
  if (row.status !== "Uploading") return;
  await quarantineVersion(tx, { assetId, version, claimedSha256: Buffer.from(sha256, "hex") });
  if (asset.version === version) await showVersion(tx, assetId, version, at);
  await enqueueIngest(tx, { assetId, version, requestId: context.requestId });
  await recordOperation(tx, auditActor(context, at), {
    opType: version === 1 ? "Upload_asset" : "Replace_asset",
    subjects: [`asset:${assetId}`],
    meta: { version, size_bytes: Number(row.size_bytes), claimed_sha256: sha256 },
  });
};

/** Enqueues the check that decides whether the bytes become readable. */
export const enqueueIngest = (
  tx: Tx,
  { assetId, version, requestId, run }: { assetId: string; version: number; requestId: string; run?: string },
): Promise<void> =>
  enqueueWorkflow(tx, {
    workflowType: "ingestAsset",
    workflowId: ingestWorkflowId(assetId, version, run),
    input: { assetId, version },
    requestId,
  });
