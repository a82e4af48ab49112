import type { Actor } from "../../../actor.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { listAssetsById } from "../catalog/asset.store.ts";
import { mayRead } from "../catalog/download-asset.ts";

/** SHA-256 (hex) by asset id, for those assets that are ready and readable by the caller; others are omitted. */
export const listReadableHashes = async (
  deps: Pick<AssetsDeps, "db" | "references">,
  actor: Actor,
  assetIds: readonly string[],
): Promise<Map<string, string>> => {
  const hashes = new Map<string, string>();
  for (const asset of await listAssetsById(deps.db, [...new Set(assetIds)])) {
    const isReadable = asset.status === "Ready" && asset.sha256 !== null && (await mayRead(deps, actor, asset));
    if (isReadable && asset.sha256) hashes.set(asset.id, asset.sha256.toString("hex"));
  }
  return hashes;
};
