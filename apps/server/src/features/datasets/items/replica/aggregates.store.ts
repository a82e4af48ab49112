import type { DuckDBValue } from "@duckdb/node-api";
import type { BucketAxis } from "../aggregates/bucket.rules.ts";
import { upperBounds } from "../aggregates/histogram.rules.ts";
import type { Clause } from "../query/compile-predicate.ts";
import type { Selection } from "../query/selection.ts";
import { doubleSql } from "./double-sql.ts";
import type { Replica } from "./replica.ts";
import type { ReplicaColumn } from "./replica-columns.ts";
import type { ReplicaEngine } from "./replica-engine.store.ts";

export interface HistogramQuery {
  readonly column: ReplicaColumn;
  /** Undefined when only missing values are counted. */
  readonly edges: readonly number[] | undefined;
}

export interface CountedColumn {
  readonly present: number;
  readonly counts: readonly number[];
}

const listOf = (value: DuckDBValue | undefined): readonly DuckDBValue[] =>
  typeof value === "object" && value !== null && "items" in value ? value.items : [];

/** Computes all histograms in one scan. */
export const selectHistograms = async (
  engine: ReplicaEngine,
  { replica, clause }: Pick<Selection, "replica" | "clause">,
  asks: readonly HistogramQuery[],
  signal: AbortSignal,
): Promise<{ total: number; columns: CountedColumn[] }> => {
  const parts = asks.flatMap(({ column, edges }) => [
    `count(${column.id})`,
    edges ? histogramSql(column, edges) : "null",
  ]);
  const sql = `select ${["count(*)", ...parts].join(", ")} from ${replica.name}.items where ${clause.sql}`;
  const [[total, ...cells] = []] = await engine.ask({ sql, values: clause.values }, signal);
  const columns = asks.map(({ edges }, at) => {
    const counts = listOf(cells[2 * at + 1]).map(Number);
    const bars = edges ? edges.length - 1 : 0;
    return { present: Number(cells[2 * at]), counts: Array.from({ length: bars }, (_, bar) => counts[bar] ?? 0) };
  });
  return { total: Number(total), columns };
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
  const sql = `select ${column.id} as v, count(*) as n from ${replica.name}.items
    where ${clause.sql} and ${column.id} is not null group by v order by n desc, v limit ${limit}`;
  const rows = await engine.ask({ sql, values: clause.values }, signal);
  return rows.map(([value, count]) => ({ value: plain(value), count: Number(count) }));
};

const plain = (value: DuckDBValue | undefined): string | number | boolean => {
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
  const sql = `select v, count(*) as n from (select ${text} as v from ${replica.name}.items where rowid < ${maxRows})
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
  const inner = `select ${[`${duration} as d`, ...each].join(", ")} from ${replica.name}.items where ${base.sql}`;
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
    select ${[...classes, `${duration} as d`].join(", ")} from ${replica.name}.items where ${clause.sql}
  ) group by ${keys} order by ${keys}`;
  const rows = await engine.ask({ sql, values: clause.values }, signal);
  return rows.map((row) => ({
    classes: axes.map((_, at) => (row[at] === null ? null : Number(row[at]))),
    items: Number(row[axes.length]),
    durationS: Number(row[axes.length + 1]),
  }));
};

const classSql = (replica: Replica, { field, classes }: BucketAxis): string => {
  const id = replica.byName.get(field)?.id;
  if (id === undefined) return "null";
  const cases = classes.flatMap(({ below }, at) =>
    below === undefined ? [] : [`when ${id} < ${doubleSql(below)} then ${at}`],
  );
  return `(case when ${id} is null then null ${cases.join(" ")} else ${classes.length - 1} end)`;
};
