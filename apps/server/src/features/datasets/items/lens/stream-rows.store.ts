import type { DuckDBValue } from "@duckdb/node-api";
import type { Selection } from "../open-selection.ts";
import { type ItemOrder, orderSql } from "../read-order.ts";
import type { LensEngine } from "./lens-engine.store.ts";
import { selectCount } from "./pages.store.ts";

/** All chosen rows in their order, batch by batch, however many there are. */
export const streamRows = async (
  engine: LensEngine,
  { selection, order, ids }: { selection: Selection; order: ItemOrder | undefined; ids: readonly string[] },
  signal: AbortSignal,
): Promise<{ total: number; batches: AsyncGenerator<DuckDBValue[][]> }> => {
  const { lens, clause } = selection;
  const total = await selectCount(engine, selection, signal);
  const sorted = order ? ` order by ${orderSql(order)}` : "";
  const sql = `select ${ids.join(", ")} from ${lens.name}.items where ${clause.sql}${sorted}`;
  return { total, batches: engine.stream({ sql, values: clause.values }, signal) };
};
