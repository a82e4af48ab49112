import type { PictureKind } from "@dailies/contract";
import { datasetItemRoutes } from "@dailies/contract/datasets/item-routes";
import { addressOf } from "@dailies/contract/route-address";
import { PATHS } from "../../lib/paths.ts";

export const addressOfDataset = (id: string): string => `${PATHS.dataset}?id=${id}`;

export const viewerAddress = (id: string): string => `/sdv?dataset=${id}`;

/** The URL of a poster or sprite; the items of a version are immutable, so it is cacheable. */
export const pictureAddress = ({
  id,
  version,
  ordinal,
  what,
}: {
  id: string;
  version: number | undefined;
  ordinal: number;
  what: PictureKind;
}): string => addressOf(datasetItemRoutes.readPoster, { params: { id, ordinal }, query: { what, version } });
