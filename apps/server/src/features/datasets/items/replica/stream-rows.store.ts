import type { DuckDBValue } from "@duckdb/node-api";
import { type ItemOrder, orderSql } from "../query/read-order.ts";
import type { Selection } from "../query/selection.ts";
import { rankSql } from "../sampling/draw-sample.rules.ts";
import { selectCount } from "./pages.store.ts";
import type { Replica } from "./replica.ts";
import type { ReplicaEngine } from "./replica-engine.store.ts";

/** Streams all selected rows in order, in batches. */
export const streamRows = async (
  engine: ReplicaEngine,
  { selection, order, ids }: { selection: Selection; order: ItemOrder | undefined; ids: readonly string[] },
  signal: AbortSignal,
): Promise<{ total: number; batches: AsyncGenerator<DuckDBValue[][]> }> => {
  const { replica, clause } = selection;
  const total = await selectCount(engine, selection, signal);
  const sorted = order ? ` order by ${orderSql(order)}` : "";
  const sql = `select ${ids.join(", ")} from ${replica.name}.items where ${clause.sql}${sorted}`;
  return { total, batches: engine.stream({ sql, values: clause.values }, signal) };
};

interface Drawn {
  readonly selection: Selection;
  readonly order: ItemOrder | undefined;
  readonly ids: readonly string[];
  readonly isRandom: boolean;
  readonly seed: number;
  readonly offset: number;
  readonly drawCount: number | null;
}

/** Streams all selected rows, or a random draw of them, in their own or in a seeded random order, from an offset on. */
export const streamDrawn = (
  engine: ReplicaEngine,
  { selection: { replica, clause }, order, ids, isRandom, seed, offset, drawCount }: Drawn,
  signal: AbortSignal,
): AsyncGenerator<DuckDBValue[][]> => {
  const items = `${replica.name}.items`;
  const drawn = `select rowid from ${items} where ${clause.sql} order by ${rankSql(seed)} limit ${drawCount}`;
  const where = drawCount === null ? clause.sql : `rowid in (${drawn})`;
  const sorted = isRandom ? rankSql(seed) : orderSql(order);
  const sql = `select ${ids.join(", ")} from ${items} where ${where} order by ${sorted} offset ${offset}`;
  return engine.stream({ sql, values: clause.values }, signal);
};

/** Rows with one of these keys, by ordinal. */
export const findByKeys = (
  engine: ReplicaEngine,
  { replica, ids, keyId }: { replica: Replica; ids: readonly string[]; keyId: string },
  { keys }: { readonly keys: readonly string[] },
  signal: AbortSignal,
): Promise<DuckDBValue[][]> => {
  const wanted = "select unnest(from_json($1, '[\"VARCHAR\"]'))";
  const sql = `select ${ids.join(", ")} from ${replica.name}.items where ${keyId} in (${wanted}) order by rowid`;
  return engine.ask({ sql, values: [{ type: "VARCHAR", value: JSON.stringify(keys) }] }, signal);
};
