import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import type { StoredSprite } from "../assets.rules.ts";
import type { Derivatives } from "../media/media-derive.ts";
import { spriteVtt } from "../media/media-sprite.ts";
import { derivedKeys } from "./ingest-asset.rules.ts";

export interface StoredDerivatives {
  readonly posterKey: string | null;
  readonly sprite: StoredSprite | null;
}

/** Stores the derivatives of a version under one prefix. Idempotent: a retry writes the same keys. */
export const storeDerivatives = async (
  storage: Pick<ObjectStorage, "putObject">,
  { assetId, version }: { readonly assetId: string; readonly version: number },
  derivatives: Derivatives | undefined,
): Promise<StoredDerivatives> => {
  if (!derivatives) return { posterKey: null, sprite: null };
  const keys = derivedKeys(assetId, version);
  await storage.putObject(keys.poster, derivatives.poster, { contentType: "image/webp" });
  if (!derivatives.sprite) return { posterKey: keys.poster, sprite: null };
  const { picture, plan } = derivatives.sprite;
  await storage.putObject(keys.sprite, picture, { contentType: "image/webp" });
  await storage.putObject(keys.vtt, Buffer.from(spriteVtt(plan, "sprite.webp")), {
    contentType: "text/vtt; charset=utf-8",
  });
  const layout = { tile_width: plan.tileWidth, tile_height: plan.tileHeight, columns: plan.columns, tiles: plan.tiles };
  const sprite = { ...layout, seconds_per_tile: plan.secondsPerTile, key: keys.sprite, vtt_key: keys.vtt };
  return { posterKey: keys.poster, sprite };
};
