import type { Db, Tx } from "../../../platform/db/database.ts";
import type { RequestContext } from "../../../request-context.ts";
import type { SettingsReader } from "../../settings/index.ts";
import { insertImportedAssets, listOwnContents, type NewImportedAsset } from "./imported-asset.store.ts";
import { checkQuota, reserveQuotaForMany } from "./reserve-quota.ts";

export interface ImportedAssets {
  /** By SHA-256 in hex. */
  readonly assetIds: ReadonlyMap<string, string>;
  readonly newAssets: number;
  readonly newBytes: number;
}

/**
 * Makes checked files assets of the caller, in the caller's transaction: all of them or, beyond the quota, none. Contents
 * that the caller has already, or that occur twice, become one asset. The caller writes the operation log.
 */
export const importAssets = async (
  tx: Tx,
  settings: SettingsReader,
  { actor: { userId, username }, at }: RequestContext,
  files: readonly NewImportedAsset[],
): Promise<ImportedAssets> => {
  const byContent = new Map(files.map((file) => [file.clip.sha256.toString("hex"), file]));
  const contents = [...byContent.values()].map(({ clip }) => clip.sha256);
  const own = await listOwnContents(tx, userId, contents);
  const made = [...byContent].filter(([sha256]) => !own.has(sha256));
  const newBytes = made.reduce((sum, [, { clip }]) => sum + clip.sizeBytes, 0);
  if (made.length > 0) {
    await reserveQuotaForMany(tx, settings, { ownerId: userId, sizeBytes: newBytes, assets: made.length });
    const assets = made.map(([, file]) => file);
    await insertImportedAssets(tx, { ownerId: userId, createdBy: username, at }, assets);
  }
  const assetIds = new Map([...own, ...made.map(([sha256, { clip }]) => [sha256, clip.assetId] as const)]);
  return { assetIds, newAssets: made.length, newBytes };
};

/** Refuses early what `importAssets` would refuse later; contents that the owner has already take no space. */
export class ImportQuota {
  private readonly counted = new Set<string>();
  private newBytes = 0;
  private readonly db: Db;
  private readonly settings: SettingsReader;
  private readonly ownerId: string;

  constructor(db: Db, settings: SettingsReader, ownerId: string) {
    this.db = db;
    this.settings = settings;
    this.ownerId = ownerId;
  }

  async add({ sha256, sizeBytes }: { readonly sha256: Buffer; readonly sizeBytes: number }): Promise<void> {
    const name = sha256.toString("hex");
    if (this.counted.has(name)) return;
    this.counted.add(name);
    if ((await listOwnContents(this.db, this.ownerId, [sha256])).size > 0) return;
    this.newBytes += sizeBytes;
    await checkQuota(this.db, this.settings, { ownerId: this.ownerId, sizeBytes: this.newBytes });
  }
}
