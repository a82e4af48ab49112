import type { Tx } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { kindOfMime } from "../assets.rules.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { insertAsset } from "../catalog/asset.store.ts";
import { insertVersion } from "../catalog/asset-version.store.ts";
import { requireFolder } from "../folders/require-folder.ts";
import { enqueueIngest } from "./complete-upload.ts";
import { reserveQuota } from "./reserve-quota.ts";

export interface ArrivedObject {
  readonly assetId: string;
  readonly name: string;
  readonly folderId: string | null;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly key: string;
  readonly claimedSha256?: Buffer;
}

/** Creates an asset for an object that is already stored under one of our keys. */
export const storeNewAsset = (deps: AssetsDeps, context: RequestContext, object: ArrivedObject): Promise<void> =>
  deps.db.transaction().execute((tx) => insertArrived(deps, tx, context, object));

const insertArrived = async (
  { storage, settings, clock }: AssetsDeps,
  tx: Tx,
  context: RequestContext,
  { assetId, name, folderId, mime, sizeBytes, key, claimedSha256 }: ArrivedObject,
): Promise<void> => {
  const at = clock();
  const kind = kindOfMime(mime);
  const ownerId = context.actor.userId;
  const status = "Quarantined";
  await requireFolder(tx, folderId);
  await reserveQuota(tx, settings, { ownerId, sizeBytes, isNewAsset: true });
  await insertAsset(tx, { id: assetId, ownerId, folderId, name, kind, mime, sizeBytes, status, at });
  await insertVersion(tx, {
    assetId,
    version: 1,
    status,
    mime,
    kind,
    sizeBytes,
    bucket: storage.bucket,
    objectKey: key,
    ...(claimedSha256 ? { claimedSha256 } : {}),
    createdBy: context.actor.username,
    at,
  });
  await enqueueIngest(tx, { assetId, version: 1, requestId: context.requestId });
  await recordOperation(tx, auditActor(context, at), {
    opType: "Upload_asset",
    subjects: [`asset:${assetId}`],
    meta: { version: 1, name, mime, size_bytes: sizeBytes },
  });
};
