import type { DatasetColumn } from "@dailies/contract";

/** Columns every dataset has, listed after its own: the scores and labels of a dataset are what users look for. */
const COMMON = [
  "duration_s",
  "fps",
  "width",
  "height",
  "frames",
  "short_side",
  "aspect",
  "codec",
  "caption",
  "media_bytes",
  "media_type",
  "fault",
  "key",
];

const CHUNK_FACETS = 8;
export const OPEN_AT_FIRST = 6;

/** Order of a dataset's own columns: measured values first, then names. */
const TYPES: readonly DatasetColumn["type"][] = ["number", "integer", "boolean", "time", "text"];

/** Columns that were added from labels come first: whoever added them looks for them. */
export const facetOrder = (columns: readonly DatasetColumn[], added: ReadonlySet<string>): DatasetColumn[] => {
  const rank = ({ name, type }: DatasetColumn): number => {
    if (added.has(name)) return -2 * TYPES.length;
    const common = COMMON.indexOf(name);
    return common < 0 ? TYPES.indexOf(type) - TYPES.length : common;
  };
  return [...columns].sort((one, other) => rank(one) - rank(other));
};

/** Counted in chunks, because one scan of the items counts many columns as fast as one. */
export const inChunks = (columns: readonly DatasetColumn[]): DatasetColumn[][] =>
  Array.from({ length: Math.ceil(columns.length / CHUNK_FACETS) }, (_, at) =>
    columns.slice(at * CHUNK_FACETS, (at + 1) * CHUNK_FACETS),
  );
