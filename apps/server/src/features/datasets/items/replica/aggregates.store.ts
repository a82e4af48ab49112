import type { BucketAxis } from "../aggregates/bucket.rules.ts";
import { upperBounds } from "../aggregates/histogram.rules.ts";
import { itemsTable, labelledItemsTable, setsReadBy } from "../column-sets/join-column-sets.ts";
import type { Clause } from "../query/compile-predicate.ts";
import type { Selection } from "../query/selection.ts";
import { doubleSql } from "./double-sql.ts";
import type { QueryValue } from "./engine/engine-calls.ts";
import type { ReplicaEngine } from "./engine/replica-engine.ts";
import type { Replica } from "./replica.ts";
import type { ReplicaColumn } from "./replica-columns.ts";

export interface HistogramQuery {
  readonly column: ReplicaColumn;
  /** Undefined when only missing values are counted. */
  readonly edges: readonly number[] | undefined;
}

export interface CountedColumn {
  readonly present: number;
  readonly counts: readonly number[];
}

const listOf = (value: QueryValue | undefined): readonly QueryValue[] =>
  typeof value === "object" && value !== null && "items" in value ? value.items : [];

/** Computes all histograms in one scan, and one more for each column set, over the items that it has. */
export const selectHistograms = async (
  engine: ReplicaEngine,
  { replica, clause }: Pick<Selection, "replica" | "clause">,
  asks: readonly HistogramQuery[],
  signal: AbortSignal,
): Promise<{ total: number; columns: CountedColumn[] }> => {
  const counted = new Map<HistogramQuery, CountedColumn>();
  const count = async (items: string, some: readonly HistogramQuery[]): Promise<number> => {
    const sql = `select ${["count(*)", ...some.flatMap(countSqls)].join(", ")} from ${items} where ${clause.sql}`;
    const [[total, ...cells] = []] = await engine.ask({ sql, values: clause.values }, signal);
    for (const [at, ask] of some.entries()) counted.set(ask, toCounted(ask, cells.slice(2 * at, 2 * at + 2)));
    return Number(total);
  };
  const setOf = ({ column }: HistogramQuery) => setsReadBy(replica, column.id)[0];
  const own = asks.filter((ask) => setOf(ask) === undefined);
  const total = await count(itemsTable(replica, clause.sql), own);
  for (const set of replica.sets) {
    const ofSet = asks.filter((ask) => setOf(ask) === set);
    if (ofSet.length > 0) await count(labelledItemsTable(replica, set, clause.sql), ofSet);
  }
  return { total, columns: asks.map((ask) => counted.get(ask) ?? { present: 0, counts: [] }) };
};

const countSqls = ({ column, edges }: HistogramQuery): string[] => [
  `count(${column.id})`,
  edges ? histogramSql(column, edges) : "null",
];

const toCounted = ({ edges }: HistogramQuery, [present, bars]: readonly QueryValue[]): CountedColumn => {
  const counts = listOf(bars).map(Number);
  const length = edges ? edges.length - 1 : 0;
  return { present: Number(present), counts: Array.from({ length }, (_, bar) => counts[bar] ?? 0) };
};

const histogramSql = ({ id }: ReplicaColumn, edges: readonly number[]): string => {
  const bounds = upperBounds(edges).map(doubleSql);
  return `map_values(histogram(${id}::double, [${bounds.join(", ")}]))`;
};

export interface CountedValue {
  readonly value: string | number | boolean;
  readonly count: number;
}

/** Most frequent first. */
export const selectFrequencies = async (
  engine: ReplicaEngine,
  { replica, clause }: Pick<Selection, "replica" | "clause">,
  column: ReplicaColumn,
  limit: number,
  signal: AbortSignal,
): Promise<CountedValue[]> => {
  const [set] = setsReadBy(replica, column.id);
  const items = set ? labelledItemsTable(replica, set, clause.sql) : itemsTable(replica, clause.sql);
  const sql = `select ${column.id} as v, count(*) as n from ${items}
    where ${clause.sql} and ${column.id} is not null group by v order by n desc, v limit ${limit}`;
  const rows = await engine.ask({ sql, values: clause.values }, signal);
  return rows.map(([value, count]) => ({ value: plain(value), count: Number(count) }));
};

const plain = (value: QueryValue | undefined): string | number | boolean => {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" || typeof value === "boolean" ? value : String(value);
};

/** Values with this prefix, most frequent first. */
export const selectValues = async (
  engine: ReplicaEngine,
  replica: Replica,
  { column, startsWith, limit, maxRows }: { column: ReplicaColumn; startsWith: string; limit: number; maxRows: number },
  signal: AbortSignal,
): Promise<{ value: string; count: number }[]> => {
  const text = `${column.id}::varchar`;
  const [set] = setsReadBy(replica, text);
  const items = set ? labelledItemsTable(replica, set) : itemsTable(replica);
  const sql = `select v, count(*) as n from (select ${text} as v from ${items} where rowid < ${maxRows})
    where v is not null and starts_with(lower(v), lower($1::varchar)) group by v order by n desc, v limit ${limit}`;
  const rows = await engine.ask({ sql, values: [{ type: "VARCHAR", value: startsWith }] }, signal);
  return rows.map(([value, count]) => ({ value: String(value), count: Number(count) }));
};

export interface CountedStep {
  readonly items: number;
  readonly durationS: number;
}

/** For each combination of conditions, the number of matching rows and their total duration, in one scan. */
export const selectCombinations = async (
  engine: ReplicaEngine,
  {
    replica,
    base,
    conditions,
    combinations,
  }: {
    replica: Replica;
    base: Clause;
    conditions: readonly string[];
    /** Indexes of conditions; an empty combination matches all rows. */
    combinations: readonly (readonly number[])[];
  },
  signal: AbortSignal,
): Promise<CountedStep[]> => {
  const duration = replica.byName.get("duration_s")?.id ?? "null::double";
  const each = conditions.map((condition, at) => `(${condition}) is true as s${at}`);
  const sums = combinations.map((positions) => {
    const all = ["true", ...positions.map((at) => `s${at}`)].join(" and ");
    return `count(*) filter (where ${all}), coalesce(sum(d) filter (where ${all}), 0)`;
  });
  const items = itemsTable(replica, ...each, base.sql);
  const inner = `select ${[`${duration} as d`, ...each].join(", ")} from ${items} where ${base.sql}`;
  const [row = []] = await engine.ask(
    { sql: `select ${sums.join(", ")} from (${inner})`, values: base.values },
    signal,
  );
  return combinations.map((_, at) => ({ items: Number(row[2 * at]), durationS: Number(row[2 * at + 1]) }));
};

export interface CountedBucket extends CountedStep {
  /** The class on each axis; null where the value is missing. */
  readonly classes: readonly (number | null)[];
}

export const selectBuckets = async (
  engine: ReplicaEngine,
  { replica, clause }: Pick<Selection, "replica" | "clause">,
  axes: readonly BucketAxis[],
  signal: AbortSignal,
): Promise<CountedBucket[]> => {
  const duration = replica.byName.get("duration_s")?.id ?? "null::double";
  const classes = axes.map((axis, at) => `${classSql(replica, axis)} as k${at}`);
  const keys = axes.map((_, at) => `k${at}`).join(", ");
  const sql = `select ${keys}, count(*), coalesce(sum(d), 0) from (
    select ${[...classes, `${duration} as d`].join(", ")} from ${itemsTable(replica, clause.sql)} where ${clause.sql}
  ) group by ${keys} order by ${keys}`;
  const rows = await engine.ask({ sql, values: clause.values }, signal);
  return rows.map((row) => ({
    classes: axes.map((_, at) => (row[at] === null ? null : Number(row[at]))),
    items: Number(row[axes.length]),
    durationS: Number(row[axes.length + 1]),
  }));
};

/** The place of the class of an axis, or null. */
export const classSql = (replica: Replica, { field, classes }: BucketAxis): string => {
  const id = replica.byName.get(field)?.id;
  if (id === undefined) return "null";
  const cases = classes.flatMap(({ below }, at) =>
    below === undefined ? [] : [`when ${id} < ${doubleSql(below)} then ${at}`],
  );
  return `(case when ${id} is null then null ${cases.join(" ")} else ${classes.length - 1} end)`;
};
