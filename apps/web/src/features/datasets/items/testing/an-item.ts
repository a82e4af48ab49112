import type { DatasetColumn, DatasetRow, Facet } from "@dailies/contract";

export const anItem = (ordinal: number, overrides: Partial<DatasetRow> = {}): DatasetRow => ({
  ordinal,
  key: `shard-00000:${ordinal}`,
  media: { object: "sets/films/shard.00000.mds", offset: 1_000 + ordinal, bytes: 52_000, content_type: "video/mp4" },
  caption: `a fox runs, take ${ordinal}`,
  duration_s: 4,
  width: 640,
  height: 360,
  fps: 24,
  frames: 96,
  codec: "avc1",
  fault: null,
  values: { aesthetic: 4.5 + ordinal / 100, source: ordinal % 2 === 0 ? "stock" : "web" },
  ...overrides,
});

const column = (name: string, type: DatasetColumn["type"], overrides: Partial<DatasetColumn> = {}): DatasetColumn => ({
  name,
  type,
  encoding: type,
  role: null,
  is_indexed: true,
  ...overrides,
});

export const COLUMNS: readonly DatasetColumn[] = [
  column("key", "text", { role: "key" }),
  column("caption", "text", { role: "caption" }),
  column("duration_s", "number"),
  column("width", "integer"),
  column("height", "integer"),
  column("fps", "number"),
  column("frames", "integer"),
  column("codec", "text"),
  column("aesthetic", "number", { role: "score" }),
  column("source", "text", { role: "source" }),
  column("is_safe", "boolean"),
  column("long_caption", "text"),
  column("embedding", "vector", { role: "vector", is_indexed: false }),
];

const facetOf = (field: string, type: Facet["type"], overrides: Partial<Facet> = {}): Facet => ({
  field,
  type,
  nulls: 0,
  full_nulls: 0,
  histogram: null,
  values: null,
  distinct: null,
  ...overrides,
});

/** A facet as the server would count it for one column. */
export const aFacet = (field: string): Facet => {
  const { type } = COLUMNS.find(({ name }) => name === field) ?? { type: "text" as const };
  if (type === "boolean") {
    const values = [
      { value: true, count: 6, full_count: 14 },
      { value: false, count: 2, full_count: 6 },
    ];
    return facetOf(field, type, { values, distinct: 2 });
  }
  if (field === "source") {
    const values = [
      { value: "stock", count: 5, full_count: 12 },
      { value: "web", count: 3, full_count: 8 },
    ];
    return facetOf(field, type, { values, distinct: 2, nulls: 1, full_nulls: 4 });
  }
  if (type === "text") return facetOf(field, type, { values: null, distinct: 20 });
  const histogram = { edges: [0, 10, 20, 30, 40], counts: [0, 2, 6, 0], full_counts: [4, 6, 8, 2] };
  return facetOf(field, type, { histogram, distinct: 20 });
};
