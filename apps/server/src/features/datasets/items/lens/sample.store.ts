import type { DuckDBValue } from "@duckdb/node-api";
import { rankSql } from "../draw-sample.rules.ts";
import type { Selection } from "../open-selection.ts";
import type { LensColumn } from "./lens-columns.ts";
import type { LensEngine } from "./lens-engine.store.ts";

/** The first rows in the order that the seed gives. */
export const selectDrawn = async (
  engine: LensEngine,
  { lens, clause }: Selection,
  { count, seed }: { count: number; seed: number },
  signal: AbortSignal,
): Promise<number[]> => {
  const sql = `select rowid from ${lens.name}.items where ${clause.sql} order by ${rankSql(seed)} limit ${count}`;
  const rows = await engine.ask({ sql, values: clause.values }, signal);
  return rows.map(([rowid]) => Number(rowid));
};

/** The ends of ten equal parts; exact, since a guess would differ from one time to the next. */
export const selectDeciles = async (
  engine: LensEngine,
  { lens, clause }: Selection,
  { id }: LensColumn,
  signal: AbortSignal,
): Promise<number[]> => {
  const parts = "[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]";
  const sql = `select quantile_disc(${id}::double, ${parts}) from ${lens.name}.items where ${clause.sql}`;
  const [[found] = []] = await engine.ask({ sql, values: clause.values }, signal);
  return [...new Set(numbersOf(found))];
};

const numbersOf = (value: DuckDBValue | undefined): number[] =>
  typeof value === "object" && value !== null && "items" in value ? value.items.map(Number) : [];

/** Of each value of the stratum, the first rows in the order that the seed gives. */
export const selectDrawnByStratum = async (
  engine: LensEngine,
  { lens, clause }: Selection,
  { stratumSql, count, seed, maxStrata }: { stratumSql: string; count: number; seed: number; maxStrata: number },
  signal: AbortSignal,
): Promise<number[][]> => {
  const sql = `select arg_min(r, rank, ${count}) from (
    select ${stratumSql} as s, rowid as r, ${rankSql(seed)} as rank from ${lens.name}.items where ${clause.sql}
  ) where s is not null group by s order by count(*) desc, s limit ${maxStrata}`;
  const rows = await engine.ask({ sql, values: clause.values }, signal);
  return rows.map(([found]) => numbersOf(found));
};
