import type { DuckDBValue } from "@duckdb/node-api";
import { type ItemOrder, orderSql } from "../query/read-order.ts";
import type { Selection } from "../query/selection.ts";
import { selectCount } from "./pages.store.ts";
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
