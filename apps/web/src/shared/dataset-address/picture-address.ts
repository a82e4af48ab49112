import type { PictureKind } from "@dailies/contract";
import { datasetItemRoutes } from "@dailies/contract/datasets/item-routes";
import { addressOf } from "@dailies/contract/route-address";

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
