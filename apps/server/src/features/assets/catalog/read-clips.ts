import { assetProbe, type PlayableClip } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import { listBlindedAssets } from "../../blinding/index.ts";
import type { AssetKind } from "../assets.rules.ts";
import { readAddresses } from "../references/read-addresses.ts";
import { listClipFiles } from "./asset.store.ts";

interface Deps {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
}

/** Signs URLs for many clips at once, except clips that the user judges. The caller must have checked read access. */
export const readClips = async (
  { db, storage, clock }: Deps,
  { userId }: Pick<Actor, "userId">,
  assetIds: readonly string[],
): Promise<Map<string, PlayableClip>> => {
  const addresses = readAddresses(storage, clock());
  const wanted = [...new Set(assetIds)];
  const blinded = await listBlindedAssets(db, userId, wanted);
  const ready = await listClipFiles(
    db,
    wanted.filter((id) => !blinded.has(id)),
  );
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
