import type { LabelItem } from "@dailies/contract";

/** What a clip is shown of, whether the item is labelled, reviewed or adjudicated. */
export type ClipItem = Pick<LabelItem, "lease_id" | "lease_until" | "item" | "item_key" | "media">;

export const isVideo = ({ media }: ClipItem): boolean => media?.content_type.startsWith("video/") ?? false;

export const clipUrlsOf = (items: readonly ClipItem[]): string[] =>
  items.filter(isVideo).flatMap(({ media }) => (media ? [media.url] : []));

/** Clips are put on their own clock, so the player's duration stands in for one that was not probed. */
export const durationUsOf = ({ media }: ClipItem): number | null => media?.duration_us ?? null;
