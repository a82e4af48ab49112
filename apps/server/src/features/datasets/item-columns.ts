import type { ColumnType, DatasetColumn } from "@dailies/contract";

/** What each item table holds besides the set's own columns, whatever format the set has. */
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

/** Not kept but computed of others when somebody asks; their names are taken all the same. */
const DERIVED_COLUMNS = ["short_side", "aspect"] as const;

const FIXED: ReadonlySet<string> = new Set<string>([...FIXED_COLUMNS, ...DERIVED_COLUMNS]);

/** The fixed ones that people filter, sort and count by. */
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

/** Of the other types only a measure or a text is kept. */
const INDEXED: ReadonlySet<ColumnType> = new Set(["text", "integer", "number", "boolean", "time"]);

export const isIndexedType = (type: ColumnType): boolean => INDEXED.has(type);

/**
 * A name of the set's own that we use ourselves, or that differs from another by case alone, gets underscores. A dot
 * would mean a part of something in the table.
 */
export const freeName = (name: string, taken: ReadonlySet<string>): string => {
  let free = name.replaceAll(".", "_") || "_";
  while (FIXED.has(free.toLowerCase()) || free.startsWith("_row") || taken.has(free.toLowerCase())) free += "_";
  return free;
};

/** What a dataset says of its columns: the fixed ones first, then its own under the names they have in the table. */
export const offerColumns = (own: readonly DatasetColumn[]): DatasetColumn[] => [...OFFERED, ...own];

export const isFixedColumn = (name: string): name is FixedColumn => FIXED.has(name);
