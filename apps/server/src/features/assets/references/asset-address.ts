import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import type { AssetKind } from "../assets.rules.ts";
import { requireAsset } from "../catalog/get-asset.ts";
import { linkAddress } from "./read-addresses.ts";

interface Deps {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
}

/** As long as the longest call to a performer may take. */
const VALID_S = 86_400;

/** An address of an asset for a machine outside; for callers who have made sure that the asker may read it. */
export const createAssetAddress =
  ({ db, storage, clock }: Deps) =>
  async (assetId: string): Promise<string> => {
    const { object_key: key, name, kind, mime } = await requireAsset(db, assetId);
    return linkAddress(storage, { key, name, kind: kind as AssetKind, mime }, clock(), VALID_S);
  };
