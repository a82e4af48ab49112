export type ReplicaType = "BIGINT" | "INTEGER" | "DOUBLE" | "BOOLEAN" | "VARCHAR";

/** A column of the replica. Columns are named by number, so untrusted names are never part of a statement. */
export interface ReplicaColumn {
  /** The name in the item table. */
  readonly name: string;
  /** The SQL expression: a column of the replica, or computed from several. */
  readonly id: string;
  readonly type: ReplicaType;
}

/** Fixed statistics of a column. */
export interface ReplicaStats {
  readonly nulls: number;
  /** Approximate. */
  readonly distinct: number;
  /** Over finite values only. */
  readonly min: number | null;
  readonly max: number | null;
}

/** Shorter side and aspect ratio, by which trainers sort clips: computed, never stored. */
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
