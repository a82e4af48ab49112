import type { Db } from "../../../platform/db/database.ts";
import { auditActor, systemContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { lockAsset, showVersion } from "../catalog/asset.store.ts";
import { lockVersion } from "../catalog/asset-version.store.ts";
import { type Settlement, updateSettledVersion } from "./ingest.store.ts";

export interface SettledVersion {
  readonly assetId: string;
  readonly version: number;
  readonly requestId: string;
  readonly at: Date;
}

/** Ends the quarantine of a version exactly once; a second attempt changes nothing. */
export const settleAsset = (
  db: Db,
  { assetId, version, requestId, at }: SettledVersion,
  settlement: Settlement,
): Promise<"settled" | "was settled" | "is gone"> =>
  db.transaction().execute(async (tx) => {
    const asset = await lockAsset(tx, assetId);
    const locked = asset && (await lockVersion(tx, assetId, version));
    if (!asset || !locked) return "is gone";
    if (locked.status !== "Quarantined") return "was settled";

    await updateSettledVersion(tx, { assetId, version }, settlement);
    // A ready version stays current until a newer one is ready.
    const isNewer = version >= asset.version;
    const isOtherReady = asset.status === "Ready";
    const isShown = settlement.status === "Ready" ? isNewer || !isOtherReady : isNewer && !isOtherReady;
    if (isShown) await showVersion(tx, assetId, version, at);

    const { status, verdict, kind, mime } = settlement;
    await recordOperation(tx, auditActor(systemContext(requestId, at)), {
      opType: "Check_asset",
      subjects: [`asset:${assetId}`],
      meta: { version, status, kind, mime },
      reason: verdict ?? "",
    });
    return "settled";
  });
