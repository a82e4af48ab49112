import type { LeftOutReason } from "@dailies/contract";
import type { ValueMeasure } from "@dailies/formats/shard-writer";
import { BUCKET_AXES } from "../aggregates/bucket.rules.ts";
import { itemsTable, setsReadBy } from "../column-sets/join-column-sets.ts";
import { type ItemOrder, orderSql } from "../query/read-order.ts";
import type { Selection } from "../query/selection.ts";
import { classSql } from "../replica/aggregates.store.ts";
import type { ReplicaEngine } from "../replica/engine/replica-engine.ts";
import { selectCount } from "../replica/pages.store.ts";
import type { MeasuredColumn, Replica } from "../replica/replica.ts";
import { rankSql } from "../sampling/draw-sample.rules.ts";
import { type PackedChunk, type PackedColumn, TextLines } from "./packed-chunk.ts";

/** A random order that a seed decides, of all rows or within each training bucket. */
export interface Shuffle {
  readonly seed: number;
  readonly isBucketed: boolean;
}

const shuffleSql = (replica: Replica, { seed, isBucketed }: Shuffle): string => {
  const buckets = isBucketed ? BUCKET_AXES.map((axis) => `${classSql(replica, axis)} nulls last`) : [];
  return [...buckets, rankSql(seed), "rowid"].join(", ");
};

/** A column of the replica and what is needed to know the size of its values. */
export interface LineColumn {
  readonly column: MeasuredColumn;
  /** Undefined if each value has to be seen. */
  readonly measure: ValueMeasure | undefined;
}

export interface PackingLines {
  readonly selection: Selection;
  readonly order: ItemOrder | undefined;
  /** Instead of the order. */
  readonly shuffle: Shuffle | undefined;
  readonly reasons: readonly { readonly reason: LeftOutReason; readonly sql: string }[];
  readonly hasClips: boolean;
  readonly needsKeys: boolean;
  readonly columns: readonly LineColumn[];
}

/** The sizes of a column's values: one for all, one for each row, or the values to be measured. */
export type ColumnSizes = number | Float64Array | { readonly values: readonly unknown[] };

export interface PackingBatch {
  readonly rows: number;
  readonly ordinals: Float64Array;
  /** Zero for rows to pack, else the number of the first reason, from one. */
  readonly reasons: Uint8Array;
  /**
   * In JSON. Of a row to pack: ordinal, key, object, offset, bytes, seconds and the values of the columns. Of any other:
   * ordinal, key, fault, seconds and shorter side.
   */
  readonly lines: TextLines;
  readonly mediaBytes: Float64Array;
  readonly sizes: readonly ColumnSizes[];
  /** Empty unless they are needed. */
  readonly keys: readonly string[];
}

const MOST_SAFE = Number.MAX_SAFE_INTEGER;

/** JSON has no integers beyond the safe range of JavaScript: they are kept as text. */
const valueSql = ({ id, type, stats }: MeasuredColumn): string => {
  const isSafe = Math.max(Math.abs(stats.min ?? 0), Math.abs(stats.max ?? 0)) <= MOST_SAFE;
  if (type !== "BIGINT" || isSafe) return id;
  return `(case when ${id} between -${MOST_SAFE} and ${MOST_SAFE} then to_json(${id}) else to_json(${id}::varchar) end)`;
};

/** Undefined if the size is the same for all rows. */
const sizeSql = ({ column: { id, stats }, measure }: LineColumn): string | undefined => {
  if (measure === undefined) return id;
  if (measure.of === "any") {
    if (measure.bytes === measure.missingBytes || stats.nulls === 0) return undefined;
    return `(case when ${id} is null then ${measure.missingBytes} else ${measure.bytes} end)::double`;
  }
  const text = measure.of === "text" ? id : `to_json(${id})::varchar`;
  return `(case when ${id} is null then ${measure.missingBytes} else strlen(${text}) end)::double`;
};

const selectSql = ({ selection: { replica }, reasons, hasClips, needsKeys, columns }: PackingLines): string => {
  const idOf = (name: string): string => replica.byName.get(name)?.id ?? "null";
  const key = `coalesce(${idOf("key")}, rowid::varchar)`;
  const clip = hasClips
    ? [idOf("object"), `coalesce(${idOf("media_offset")}, 0)`, `coalesce(${idOf("media_bytes")}, 0)`]
    : ["null", "0", "0"];
  const values = columns.map(({ column }) => valueSql(column));
  const packed = ["rowid", key, ...clip, idOf("duration_s"), ...values].join(", ");
  const leftOut = ["rowid", key, idOf("fault"), idOf("duration_s"), idOf("short_side")].join(", ");
  const cases = reasons.map(({ sql }, at) => `when ${sql} then ${at + 1}`).join(" ");
  return [
    `(case ${cases} else 0 end)::utinyint as r`,
    `(case when r = 0 then json_array(${packed}) else json_array(${leftOut}) end)::varchar as line`,
    "rowid::double as o",
    `coalesce(${idOf("media_bytes")}, 0)::double as b`,
    ...columns.flatMap((column) => sizeSql(column) ?? []),
    ...(needsKeys ? [key] : []),
  ].join(", ");
};

/** Rows that are sorted at once; more would not fit into memory. */
const SLICE_ROWS = 5_000_000;
const RANKS = 2n ** 64n;

/** Conditions that divide a shuffled selection into parts of consecutive ranks. */
const slicesOf = ({ shuffle }: PackingLines, total: number): string[] => {
  const slices = BigInt(Math.ceil(total / SLICE_ROWS));
  if (!shuffle || shuffle.isBucketed || slices <= 1n) return ["true"];
  const rank = rankSql(shuffle.seed);
  const edge = (slice: bigint): string => `${(RANKS * slice) / slices}::ubigint`;
  return Array.from({ length: Number(slices) }, (_, at) => {
    const slice = BigInt(at);
    const isLast = slice === slices - 1n;
    return `${rank} >= ${edge(slice)}${isLast ? "" : ` and ${rank} < ${edge(slice + 1n)}`}`;
  });
};

/** The columns that follow the fixed ones. */
const packedColumns = ({ columns, needsKeys }: PackingLines): PackedColumn[] => {
  const sized = columns.filter((column) => sizeSql(column) !== undefined);
  return [
    ...sized.map(({ measure }): PackedColumn => (measure ? "doubles" : "values")),
    ...(needsKeys ? ["values" as const] : []),
  ];
};

const toBatch = (chunk: PackedChunk, { columns, needsKeys }: PackingLines): PackingBatch => {
  const sized = chunk.columns.values();
  const sizes = columns.map((each): ColumnSizes => {
    const { measure } = each;
    if (sizeSql(each) === undefined) return measure?.of === "any" ? measure.bytes : 0;
    const values = sized.next().value ?? [];
    return values instanceof Float64Array ? values : { values };
  });
  const { rows, reasons, ordinals, mediaBytes } = chunk;
  const keys = needsKeys ? (sized.next().value as readonly string[]) : [];
  return { rows, reasons, lines: new TextLines(chunk), ordinals, mediaBytes, sizes, keys };
};

/**
 * Streams the selected rows in their order, each as the text that the item list has of it, with the sizes of its values. The
 * engine makes texts and sizes from columns, on all its threads; to make them row by row takes many times as long.
 */
export async function* streamPackingLines(
  engine: ReplicaEngine,
  lines: PackingLines,
  signal: AbortSignal,
): AsyncGenerator<PackingBatch> {
  const { selection, order, shuffle } = lines;
  const { replica, clause } = selection;
  const isSorted = order || shuffle || setsReadBy(replica, clause.sql).length > 0;
  const sorted = isSorted ? ` order by ${shuffle ? shuffleSql(replica, shuffle) : orderSql(order)}` : "";
  const items = itemsTable(replica, clause.sql, sorted);
  for (const slice of slicesOf(lines, await selectCount(engine, selection, signal))) {
    const sql = `select ${selectSql(lines)} from ${items} where (${clause.sql}) and ${slice}${sorted}`;
    const chunks = engine.streamPacked({ sql, values: clause.values }, packedColumns(lines), signal);
    for await (const chunk of chunks) yield toBatch(chunk, lines);
  }
}
