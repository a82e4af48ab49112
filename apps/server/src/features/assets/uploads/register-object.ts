import { ASSET_MAX_BYTES, type AssetItem } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import type { RequestContext } from "../../../request-context.ts";
import { parseMime } from "../assets.rules.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { getAssetItem } from "../catalog/get-asset.ts";
import { isOwnUploadKey, newMediaKey } from "../object-keys.ts";
import { checkQuota } from "./reserve-quota.ts";
import { storeNewAsset } from "./store-new-asset.ts";

/**
 * Holders of temporary credentials can still overwrite what they uploaded, so the bytes are copied to a key of ours
 * before anything is checked.
 */
export const registerObject = async (
  deps: AssetsDeps,
  context: RequestContext,
  { key, name, folderId }: { key: string; name: string; folderId: string | null },
): Promise<AssetItem> => {
  const { storage } = deps;
  const sent = isOwnUploadKey(key, context.actor.userId) ? await storage.headObject(key) : undefined;
  if (!sent) throw new DomainError("not_found", "you have no pending request with this key");
  if (sent.sizeBytes > ASSET_MAX_BYTES) throw new DomainError("too_large", "this file is larger than an asset may be");
  if (sent.sizeBytes === 0) throw new DomainError("conflict", "this file is empty");
  await checkQuota(deps.db, deps.settings, { ownerId: context.actor.userId, sizeBytes: sent.sizeBytes });

  const assetId = newId();
  const mediaKey = newMediaKey(assetId, 1);
  const mime = parseMime(sent.contentType);
  try {
    await storage.copyObject(key, mediaKey, { sizeBytes: sent.sizeBytes, contentType: mime });
    const copied = await storage.headObject(mediaKey);
    if (copied?.sizeBytes !== sent.sizeBytes) {
      throw new DomainError("conflict", "the object changed while it was copied; register it again");
    }
    await storeNewAsset(deps, context, { assetId, name, folderId, mime, sizeBytes: sent.sizeBytes, key: mediaKey });
  } catch (error) {
    await storage.deleteObjects([mediaKey]);
    throw error;
  }
  return getAssetItem(deps, assetId);
};
