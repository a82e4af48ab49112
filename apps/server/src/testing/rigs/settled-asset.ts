import { createHash } from "node:crypto";
import type { AssetProbe } from "@dailies/contract";
import { showVersion } from "../../features/assets/catalog/asset.store.ts";
import type { Db } from "../../platform/db/database.ts";

export interface Verdict {
  readonly content?: Buffer;
  readonly status?: "Ready" | "Rejected";
  readonly kind?: "video" | "image" | "audio" | "other";
  readonly probe?: AssetProbe;
}

export const sha256Of = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

/** Ends the check of a version as the worker would, without running it. */
export const settleAsset = async (
  db: Db,
  assetId: string,
  version: number,
  { content = Buffer.from(assetId), status = "Ready", kind = "video", probe }: Verdict = {},
): Promise<void> => {
  await db
    .updateTable("asset_version")
    .set({
      status,
      kind,
      sha256: status === "Ready" ? createHash("sha256").update(content).digest() : null,
      verdict: status === "Ready" ? null : "not a film",
      probe: probe ? JSON.stringify(probe) : null,
      poster_key: status === "Ready" ? `derived/aa/${assetId}/${version}/poster.webp` : null,
    })
    .where("asset_id", "=", assetId)
    .where("version", "=", version)
    .execute();
  await db.transaction().execute((tx) => showVersion(tx, assetId, version, new Date()));
};
