export type ReplicaType = "BIGINT" | "INTEGER" | "DOUBLE" | "BOOLEAN" | "VARCHAR";

/** A column of the copy. It has a number for a name there, so no name of a stranger is ever part of a statement. */
export interface ReplicaColumn {
  /** As the item table calls it. */
  readonly name: string;
  /** As a statement calls it: a column of the copy, or what is computed of some. */
  readonly id: string;
  readonly type: ReplicaType;
}

/** What never changes about a column of a copy. */
export interface ReplicaStats {
  readonly nulls: number;
  /** About so many. */
  readonly distinct: number;
  /** Of numbers that are there. */
  readonly min: number | null;
  readonly max: number | null;
}

/** The shorter side and the shape, by which trainers sort clips: computed, never kept. */
export const deriveColumns = (columns: readonly ReplicaColumn[]): ReplicaColumn[] => {
  const width = columns.find(({ name }) => name === "width")?.id;
  const height = columns.find(({ name }) => name === "height")?.id;
  if (width === undefined || height === undefined) return [];
  const shorter = `(case when ${width} <= ${height} then ${width} when ${height} < ${width} then ${height} end)`;
  return [
    { name: "short_side", id: shorter, type: "INTEGER" },
    { name: "aspect", id: `(${width}::double / nullif(${height}, 0))`, type: "DOUBLE" },
  ];
};
