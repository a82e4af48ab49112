import type { Table } from "@lancedb/lancedb";

const LOOKED_AT = 64;
const STRIP = 4;

/** Chooses ordinals of a few clips across the dataset, for its strip of posters. */
export const chooseStrip = async (table: Table, items: number): Promise<number[]> => {
  if (items === 0) return [];
  const count = Math.min(LOOKED_AT, items);
  const offsets = Array.from({ length: count }, (_, n) => Math.floor((n * items) / count));
  const rows = await table
    .takeOffsets([...new Set(offsets)])
    .select(["ordinal", "object", "media_type", "fault"])
    .toArray();
  const good = rows
    .filter(
      ({ object, fault, media_type }) =>
        object !== null && fault === null && /^(?:video|image)\//.test(media_type ?? ""),
    )
    .map(({ ordinal }) => Number(ordinal))
    .sort((a, b) => a - b);
  const step = Math.max(1, good.length / STRIP);
  return Array.from({ length: Math.min(STRIP, good.length) }, (_, n) => good[Math.floor(n * step)] ?? 0);
};
