import type { PictureKind } from "@dailies/contract";
import { DomainError } from "../../../../errors.ts";
import { SIGNED_URL_TTL_S } from "../../../../platform/s3/signed-url-ttl.ts";
import type { CatalogueStore } from "../../catalogue/catalogue-store.ts";
import type { ItemsDeps } from "../items-deps.ts";
import { getItemVersion } from "../query/open-selection.ts";
import { findPicture, type PictureId, requestPicture } from "./picture.store.ts";

export interface PictureInput {
  readonly ordinal: number;
  readonly kind: PictureKind;
  readonly version: number | undefined;
}

/**
 * Returns a short-lived signed URL of a poster or sprite, or undefined while the worker renders it. It never waits for the
 * picture: a browser has six connections to a server, and waiting pictures would occupy all of them.
 */
export const addressPicture = async (
  deps: Pick<ItemsDeps, "db" | "clock" | "catalogue" | "datasetsStorage">,
  datasetId: string,
  { ordinal, kind, version }: PictureInput,
): Promise<string | undefined> => {
  const { db, clock, catalogue, datasetsStorage } = deps;
  const source = await getItemVersion(deps, datasetId, version);
  if (ordinal >= source.items) throw new DomainError("not_found", "there is no such item in this version");
  const picture: PictureId = { datasetId, version: source.version, ordinal, kind };
  const found = await findPicture(db, picture);
  const at = clock();
  if (found?.status === "Failed" && found.retryAt > at) throw new DomainError("not_found", found.error);
  if (found?.status !== "Ready") {
    await requestPicture(db, picture, at);
    return undefined;
  }
  const key = pictureKey(catalogue, picture);
  return datasetsStorage.presign({ method: "GET", key, at, expiresS: SIGNED_URL_TTL_S.cachedPicture });
};

/** Versions are immutable, so pictures can be cached forever. */
export const pictureKey = (
  catalogue: Pick<CatalogueStore, "folderKey">,
  { datasetId, version, ordinal, kind }: PictureId,
): string => `${catalogue.folderKey(datasetId)}posters/${version}/${ordinal}.${kind}.webp`;
