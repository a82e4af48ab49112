import type { LabelItem } from "@dailies/contract";
import type { TFunction } from "i18next";

/** What the clips are shown of, whether the item is labelled, reviewed or adjudicated. */
export type ClipItem = Pick<LabelItem, "lease_id" | "lease_until" | "item" | "item_key" | "media" | "other_media"> & {
  /** The key of the second clip, where the names of the clips are no secret. */
  readonly other_key?: string | null;
};
type Media = NonNullable<ClipItem["media"]>;

/** One clip, or two. */
export const mediaOf = ({ media, other_media }: ClipItem): Media[] =>
  [media, other_media].flatMap((each) => (each ? [each] : []));

/** Whether everything that the item has is played. */
export const isVideo = (item: ClipItem): boolean => {
  const all = mediaOf(item);
  return all.length > 0 && all.every(({ content_type }) => content_type.startsWith("video/"));
};

export const clipUrlsOf = (items: readonly ClipItem[]): string[] =>
  items.filter(isVideo).flatMap((item) => mediaOf(item).map(({ url }) => url));

/** The keys of two clips, where they are no secret: the first is A. */
export const pairKeysOf = ({
  item_key,
  other_key,
}: {
  readonly item_key: string | null;
  readonly other_key?: string | null;
}): readonly [string, string] | undefined =>
  item_key === null || other_key === undefined || other_key === null ? undefined : [item_key, other_key];

const PLACE = /^(\d+):(\d+)$/u;

/** Samples of shards have no name but their place, "0:12", which beside a clock reads as a time. */
export const keyWords = (key: string, t: TFunction): string => {
  const [, shard, row] = PLACE.exec(key) ?? [];
  return shard === undefined || row === undefined ? key : t("labelling.shardPlace", { shard, row });
};

/** Clips are put on their own clock, so the player's duration stands in for one that was not probed. */
export const durationUsOf = ({ media }: ClipItem): number | null => media?.duration_us ?? null;
