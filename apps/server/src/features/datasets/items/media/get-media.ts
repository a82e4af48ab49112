import type { DatasetRow } from "@dailies/contract";
import { DomainError } from "../../../../errors.ts";
import type { ItemVersion } from "../item-version.store.ts";
import type { ItemsDeps } from "../items-deps.ts";
import { getItemRow } from "../rows/get-item.ts";
import { type RawRow, toDataItem } from "../rows/item-rows.ts";

export interface MediaOfItem {
  readonly source: ItemVersion;
  readonly key: string;
  readonly media: NonNullable<DatasetRow["media"]>;
  readonly durationS: number | null;
}

export const MEDIA_COLUMNS = ["key", "object", "media_offset", "media_bytes", "media_type", "duration_s"];

/** Returns the location of an item's clip; fails for items without one. */
export const getMedia = async (
  deps: Pick<ItemsDeps, "db" | "tableReader" | "replicas">,
  datasetId: string,
  input: { readonly ordinal: number; readonly version: number | undefined },
): Promise<MediaOfItem> => {
  const { source, row } = await getItemRow(deps, datasetId, { ...input, names: () => MEDIA_COLUMNS });
  return mediaOfRow(source, input.ordinal, row);
};

export const mediaOfRow = (source: ItemVersion, ordinal: number, row: RawRow | undefined): MediaOfItem => {
  const item = row && toDataItem(ordinal, row, []);
  if (!item?.media) throw new DomainError("not_found", "this item has no media");
  return { source, key: item.key, media: item.media, durationS: item.duration_s };
};
