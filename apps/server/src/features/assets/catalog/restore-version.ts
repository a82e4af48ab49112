import type { AssetItem } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { lockAsset, showVersion } from "./asset.store.ts";
import { findVersion } from "./asset-version.store.ts";
import { getAssetItem, noSuchAsset } from "./get-asset.ts";

/** Makes a version the current one. The others stay, and the next upload still gets the next number. */
export const restoreVersion = async (
  deps: AssetsDeps,
  context: RequestContext,
  { id, version }: { id: string; version: number },
): Promise<AssetItem> => {
  await deps.db.transaction().execute(async (tx) => {
    const asset = await lockAsset(tx, id);
    const wanted = asset && (await findVersion(tx, id, version));
    if (!wanted) throw noSuchAsset();
    if (wanted.status !== "Ready")
      throw new DomainError("conflict", "only a version that passed its check can be current");
    if (asset.version === version) return;
    const at = deps.clock();
    await showVersion(tx, id, version, at);
    await recordOperation(tx, auditActor(context, at), {
      opType: "Restore_asset_version",
      subjects: [`asset:${id}`],
      meta: { from: asset.version, to: version },
    });
  });
  return getAssetItem(deps, id);
};
