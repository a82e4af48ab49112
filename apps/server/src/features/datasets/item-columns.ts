import type { ColumnType, DatasetColumn } from "@dailies/contract";

/** Columns of every item table besides the dataset's own, whatever its format. */
export const FIXED_COLUMNS = [
  "ordinal",
  "part",
  "key",
  "object",
  "media_offset",
  "media_bytes",
  "media_type",
  "sample_object",
  "sample_offset",
  "sample_bytes",
  "caption",
  "duration_s",
  "width",
  "height",
  "fps",
  "frames",
  "codec",
  "fault",
] as const;
export type FixedColumn = (typeof FIXED_COLUMNS)[number];

/** Computed at query time, not stored; their names are reserved all the same. */
const DERIVED_COLUMNS = ["short_side", "aspect"] as const;

const FIXED: ReadonlySet<string> = new Set<string>([...FIXED_COLUMNS, ...DERIVED_COLUMNS]);

/** The fixed columns that users filter, sort and aggregate by. */
const OFFERED: readonly DatasetColumn[] = [
  { name: "key", type: "text", encoding: "", role: "key", is_indexed: true },
  { name: "caption", type: "text", encoding: "", role: "caption", is_indexed: true },
  { name: "duration_s", type: "number", encoding: "", role: null, is_indexed: true },
  { name: "width", type: "integer", encoding: "", role: null, is_indexed: true },
  { name: "height", type: "integer", encoding: "", role: null, is_indexed: true },
  { name: "fps", type: "number", encoding: "", role: null, is_indexed: true },
  { name: "frames", type: "integer", encoding: "", role: null, is_indexed: true },
  { name: "codec", type: "text", encoding: "", role: null, is_indexed: true },
  { name: "short_side", type: "integer", encoding: "", role: null, is_indexed: true },
  { name: "aspect", type: "number", encoding: "", role: null, is_indexed: true },
  { name: "media_type", type: "text", encoding: "", role: null, is_indexed: true },
  { name: "media_bytes", type: "integer", encoding: "", role: null, is_indexed: true },
  { name: "fault", type: "text", encoding: "", role: null, is_indexed: true },
];

/** Other types are stored only as their length or as text. */
const INDEXED: ReadonlySet<ColumnType> = new Set(["text", "integer", "number", "boolean", "time"]);

export const isIndexedType = (type: ColumnType): boolean => INDEXED.has(type);

/**
 * Appends underscores to a name that is reserved or differs from another only in case. Replaces dots, which would mean
 * a nested field.
 */
export const freeName = (name: string, taken: ReadonlySet<string>): string => {
  let free = name.replaceAll(".", "_") || "_";
  while (FIXED.has(free.toLowerCase()) || free.startsWith("_row") || taken.has(free.toLowerCase())) free += "_";
  return free;
};

/** All columns of a dataset: the fixed ones first, then its own under their names in the table. */
export const offerColumns = (own: readonly DatasetColumn[]): DatasetColumn[] => [...OFFERED, ...own];

export const isFixedColumn = (name: string): name is FixedColumn => FIXED.has(name);
