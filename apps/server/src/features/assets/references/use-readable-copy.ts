import type { AssetItem } from "@dailies/contract";
import type { Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { kindOfMime } from "../assets.rules.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { insertAsset, type LockedAsset, showVersion } from "../catalog/asset.store.ts";
import { insertVersionCopy } from "../catalog/asset-version.store.ts";
import { getAssetItem } from "../catalog/get-asset.ts";
import { lockReplaced, nextVersion } from "../catalog/lock-replaced.ts";
import { requireFolder } from "../folders/require-folder.ts";
import type { Announcement } from "../uploads/create-upload.ts";
import { reserveQuota } from "../uploads/reserve-quota.ts";
import { findSameAsset, holdReadableCopy, type ReadableCopy, showsContent } from "./readable-copy.store.ts";

type Wanted = Announcement & { readonly sha256: Buffer };

/** Creates an asset from bytes that the caller can already read, without an upload; undefined when there are none. */
export const useReadableCopy = async (
  deps: AssetsDeps,
  context: RequestContext,
  wanted: Wanted,
): Promise<AssetItem | undefined> => {
  const id = await deps.db.transaction().execute(async (tx) => {
    // Lock this first: the copy may be a version of the same asset, and upgrading a lock can deadlock.
    const replaced = wanted.replaces === undefined ? undefined : await lockReplaced(tx, context.actor, wanted.replaces);
    const copy = await holdReadableCopy(tx, context.actor, wanted);
    return copy && shareCopy(deps, tx, context, { wanted, copy, replaced });
  });
  return id === undefined ? undefined : getAssetItem(deps, id);
};

interface Share {
  readonly wanted: Wanted;
  readonly copy: ReadableCopy;
  readonly replaced: LockedAsset | undefined;
}

const shareCopy = async (
  { settings, clock }: AssetsDeps,
  tx: Tx,
  context: RequestContext,
  { wanted, copy, replaced }: Share,
): Promise<string> => {
  const at = clock();
  await requireFolder(tx, wanted.folderId);
  const { name, folderId, sizeBytes, mime } = wanted;
  const ownerId = replaced?.ownerId ?? context.actor.userId;
  const sameId = await findSameId(tx, { wanted, replaced, ownerId });
  if (sameId !== undefined) return sameId;

  await reserveQuota(tx, settings, { ownerId, sizeBytes, isNewAsset: !replaced });
  const assetId = replaced?.id ?? newId();
  const version = replaced ? await nextVersion(tx, assetId) : 1;
  if (!replaced)
    await insertAsset(tx, {
      id: assetId,
      ownerId,
      name,
      folderId,
      kind: kindOfMime(mime),
      mime,
      sizeBytes,
      status: "Ready",
      at,
    });
  await insertVersionCopy(tx, copy, { assetId, version, createdBy: context.actor.username, at });
  await showVersion(tx, assetId, version, at);
  await recordOperation(tx, auditActor(context, at), {
    opType: replaced ? "Replace_asset" : "Upload_asset",
    subjects: [`asset:${assetId}`],
    meta: { version, size_bytes: sizeBytes, sha256: wanted.sha256.toString("hex"), same_bytes_as: copy.assetId },
  });
  return assetId;
};

/** Finds the asset that an earlier, identical request created. */
const findSameId = async (
  tx: Tx,
  { wanted, replaced, ownerId }: Omit<Share, "copy"> & { readonly ownerId: string },
): Promise<string | undefined> => {
  if (replaced) return (await showsContent(tx, replaced.id, wanted)) ? replaced.id : undefined;
  return (await findSameAsset(tx, { ownerId, name: wanted.name, folderId: wanted.folderId }, wanted))?.id;
};
