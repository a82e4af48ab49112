import { assetProbe, type PlayableClip } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import type { AssetKind } from "../assets.rules.ts";
import { readAddresses } from "../references/read-addresses.ts";
import { listClipFiles } from "./asset.store.ts";

interface Deps {
  readonly db: Db;
  readonly storage: ObjectStorage;
}

/** Signs URLs for many clips at once. The caller must have checked read access. */
export const readClips = async (
  { db, storage }: Deps,
  assetIds: readonly string[],
  now: Date,
): Promise<Map<string, PlayableClip>> => {
  const addresses = readAddresses(storage, now);
  const ready = await listClipFiles(db, [...new Set(assetIds)]);
  return new Map(
    ready.map((row) => [
      row.id,
      {
        asset_id: row.id,
        media_url: addresses.inline({
          key: row.object_key,
          name: row.name,
          kind: row.kind as AssetKind,
          mime: row.mime,
        }),
        poster: row.poster_key === null ? null : addresses.derived(row.poster_key),
        probe: row.probe === null ? null : assetProbe.parse(row.probe),
      },
    ]),
  );
};
