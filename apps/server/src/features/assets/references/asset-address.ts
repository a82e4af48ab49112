import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import { SIGNED_URL_TTL_S } from "../../../platform/s3/signed-url-ttl.ts";
import type { AssetKind } from "../assets.rules.ts";
import { requireAsset } from "../catalog/get-asset.ts";
import { linkAddress } from "./read-addresses.ts";

interface Deps {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
}

/** Signs a URL of an asset for an external system. The caller must have checked read access. */
export const createAssetAddress =
  ({ db, storage, clock }: Deps) =>
  async (assetId: string): Promise<string> => {
    const { object_key: key, name, kind, mime } = await requireAsset(db, assetId);
    return linkAddress(storage, { key, name, kind: kind as AssetKind, mime }, clock(), SIGNED_URL_TTL_S.provider);
  };
