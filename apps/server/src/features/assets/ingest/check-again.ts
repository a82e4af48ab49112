import type { AssetItem } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { AssetsDeps } from "../assets-deps.ts";
import { lockAsset, showVersion } from "../catalog/asset.store.ts";
import { listVersions, quarantineVersion } from "../catalog/asset-version.store.ts";
import { getAssetItem, noSuchAsset } from "../catalog/get-asset.ts";
import { enqueueIngest } from "../uploads/complete-upload.ts";

/** Re-checks the newest version if it was rejected. */
export const checkAgain = async (deps: AssetsDeps, context: RequestContext, id: string): Promise<AssetItem> => {
  await deps.db.transaction().execute(async (tx) => {
    const asset = await lockAsset(tx, id);
    if (!asset) throw noSuchAsset();
    const [newest] = await listVersions(tx, id);
    if (newest?.status !== "Rejected") throw new DomainError("conflict", "only a rejected file can be checked again");
    const at = deps.clock();
    const { version } = newest;
    await quarantineVersion(tx, { assetId: id, version });
    if (asset.version === version) await showVersion(tx, id, version, at);
    await enqueueIngest(tx, { assetId: id, version, requestId: context.requestId, run: newId() });
    await recordOperation(tx, auditActor(context, at), {
      opType: "Check_asset_again",
      subjects: [`asset:${id}`],
      meta: { version },
    });
  });
  return getAssetItem(deps, id);
};
