import type { AssetProbe } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { AssetKind, StoredSprite } from "../assets.rules.ts";

export interface PendingVersion {
  readonly objectKey: string;
  readonly name: string;
  readonly declaredMime: string;
  readonly sizeBytes: number;
  readonly claimedSha256: Buffer | null;
}

/** Returns undefined when there is nothing to check: already decided, deleted or never uploaded. */
export const findPendingVersion = async (
  db: Db,
  assetId: string,
  version: number,
): Promise<PendingVersion | undefined> => {
  const row = await db
    .selectFrom("asset_version as v")
    .innerJoin("asset as a", "a.id", "v.asset_id")
    .select(["a.name", "v.object_key", "v.mime", "v.size_bytes", "v.claimed_sha256"])
    .where("v.asset_id", "=", assetId)
    .where("v.version", "=", version)
    .where("v.status", "=", "Quarantined")
    .executeTakeFirst();
  return (
    row && {
      objectKey: row.object_key,
      name: row.name,
      declaredMime: row.mime,
      sizeBytes: Number(row.size_bytes),
      claimedSha256: row.claimed_sha256,
    }
  );
};

export interface Settlement {
  readonly status: "Ready" | "Rejected";
  readonly verdict: string | null;
  readonly sha256: Buffer | null;
  readonly kind?: AssetKind;
  readonly mime?: string;
  readonly probe: AssetProbe | null;
  readonly posterKey: string | null;
  readonly sprite: StoredSprite | null;
}

export const updateSettledVersion = async (
  tx: Tx,
  { assetId, version }: { assetId: string; version: number },
  settlement: Settlement,
): Promise<void> => {
  await tx
    .updateTable("asset_version")
    .set({
      status: settlement.status,
      verdict: settlement.verdict,
      sha256: settlement.sha256,
      ...(settlement.kind === undefined ? {} : { kind: settlement.kind }),
      ...(settlement.mime === undefined ? {} : { mime: settlement.mime }),
      probe: toJson(settlement.probe),
      poster_key: settlement.posterKey,
      sprite: toJson(settlement.sprite),
    })
    .where("asset_id", "=", assetId)
    .where("version", "=", version)
    .execute();
};

const toJson = (value: object | null) => (value === null ? null : sql<never>`${JSON.stringify(value)}::jsonb`);
