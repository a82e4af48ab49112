import { itemsTable } from "../column-sets/join-column-sets.ts";
import type { Selection } from "../query/selection.ts";
import { rankSql } from "../sampling/draw-sample.rules.ts";
import type { QueryValue } from "./engine/engine-calls.ts";
import type { ReplicaEngine } from "./engine/replica-engine.ts";
import type { ReplicaColumn } from "./replica-columns.ts";

/** The first rows in seeded random order. */
export const selectDrawn = async (
  engine: ReplicaEngine,
  { replica, clause }: Selection,
  { count, seed }: { count: number; seed: number },
  signal: AbortSignal,
): Promise<number[]> => {
  const items = itemsTable(replica, clause.sql);
  const sql = `select rowid from ${items} where ${clause.sql} order by ${rankSql(seed)} limit ${count}`;
  const rows = await engine.ask({ sql, values: clause.values }, signal);
  return rows.map(([rowid]) => Number(rowid));
};

/** Decile boundaries; exact, because an approximation would differ between runs. */
export const selectDeciles = async (
  engine: ReplicaEngine,
  { replica, clause }: Selection,
  { id }: ReplicaColumn,
  signal: AbortSignal,
): Promise<number[]> => {
  const parts = "[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]";
  const items = itemsTable(replica, id, clause.sql);
  const sql = `select quantile_disc(${id}::double, ${parts}) from ${items} where ${clause.sql}`;
  const [[found] = []] = await engine.ask({ sql, values: clause.values }, signal);
  return [...new Set(numbersOf(found))];
};

const numbersOf = (value: QueryValue | undefined): number[] =>
  typeof value === "object" && value !== null && "items" in value ? value.items.map(Number) : [];

/** The first rows of each stratum in seeded random order. */
export const selectDrawnByStratum = async (
  engine: ReplicaEngine,
  { replica, clause }: Selection,
  { stratumSql, count, seed, maxStrata }: { stratumSql: string; count: number; seed: number; maxStrata: number },
  signal: AbortSignal,
): Promise<number[][]> => {
  const items = itemsTable(replica, stratumSql, clause.sql);
  const sql = `select arg_min(r, rank, ${count}) from (
    select ${stratumSql} as s, rowid as r, ${rankSql(seed)} as rank from ${items} where ${clause.sql}
  ) where s is not null group by s order by count(*) desc, s limit ${maxStrata}`;
  const rows = await engine.ask({ sql, values: clause.values }, signal);
  return rows.map(([found]) => numbersOf(found));
};
