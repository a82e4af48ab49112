import { itemsTable, setsReadBy } from "../column-sets/join-column-sets.ts";
import { selectSetCells } from "../column-sets/set-cells.store.ts";
import { type ItemOrder, orderSql } from "../query/read-order.ts";
import type { Selection } from "../query/selection.ts";
import { rankSql } from "../sampling/draw-sample.rules.ts";
import type { QueryValue } from "./engine/engine-calls.ts";
import type { ReplicaEngine } from "./engine/replica-engine.ts";
import { addSetCells, selectCount } from "./pages.store.ts";
import type { Replica } from "./replica.ts";

interface StreamedRows {
  readonly selection: Selection;
  readonly order: ItemOrder | undefined;
  readonly ids: readonly string[];
  /** Called for each batch, so that the column sets stay attached for hours. */
  readonly openSets: () => Promise<Pick<Replica, "sets">>;
}

/** Streams all selected rows in order, in batches. */
export const streamRows = async (
  engine: ReplicaEngine,
  { selection, order, ids, openSets }: StreamedRows,
  signal: AbortSignal,
): Promise<{ total: number; batches: AsyncGenerator<QueryValue[][]> }> => {
  const { replica, clause } = selection;
  const total = await selectCount(engine, selection, signal);
  const isSorted = order || setsReadBy(replica, clause.sql).length > 0;
  const sorted = isSorted ? ` order by ${orderSql(order)}` : "";
  const items = itemsTable(replica, clause.sql, sorted);
  const own = ids.filter((id) => setsReadBy(replica, id).length === 0);
  const isJoined = own.length < ids.length;
  const selected = isJoined ? ["rowid", ...own] : own;
  const sql = `select ${selected.join(", ")} from ${items} where ${clause.sql}${sorted}`;
  const batches = engine.stream({ sql, values: clause.values }, signal);
  return { total, batches: isJoined ? addSetColumns(engine, { batches, own, ids, openSets }, signal) : batches };
};

interface RowBatches extends Pick<StreamedRows, "ids" | "openSets"> {
  readonly batches: AsyncGenerator<QueryValue[][]>;
  readonly own: readonly string[];
}

/** Reads the values of column sets for each batch: a join would lose the order, and sorting all rows again would not fit. */
async function* addSetColumns(
  engine: ReplicaEngine,
  { batches, own, ids, openSets }: RowBatches,
  signal: AbortSignal,
): AsyncGenerator<QueryValue[][]> {
  const ofSets = ids.filter((id) => !own.includes(id));
  for await (const batch of batches) {
    const ordinals = batch.map(([rowid]) => Number(rowid));
    const cells = await selectSetCells(engine, await openSets(), { ordinals, ids: ofSets }, signal);
    yield addSetCells(batch, { own, ids }, cells).map(([_rowid, ...values]) => values);
  }
}

export interface DrawnRows {
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
  { selection: { replica, clause }, order, ids, isRandom, seed, offset, drawCount }: DrawnRows,
  signal: AbortSignal,
): AsyncGenerator<QueryValue[][]> => {
  const drawn = `select rowid from ${itemsTable(replica, clause.sql)} where ${clause.sql} order by ${rankSql(seed)} limit ${drawCount}`;
  const where = drawCount === null ? clause.sql : `rowid in (${drawn})`;
  const sorted = isRandom ? rankSql(seed) : orderSql(order);
  const items = itemsTable(replica, ...ids, drawCount === null ? where : "", sorted);
  const sql = `select ${ids.join(", ")} from ${items} where ${where} order by ${sorted} offset ${offset}`;
  return engine.stream({ sql, values: clause.values }, signal);
};

/** Rows with one of these keys, by ordinal. */
export const findByKeys = (
  engine: ReplicaEngine,
  { replica, ids, keyId }: { replica: Replica; ids: readonly string[]; keyId: string },
  { keys }: { readonly keys: readonly string[] },
  signal: AbortSignal,
): Promise<QueryValue[][]> => {
  const wanted = "select unnest(from_json($1, '[\"VARCHAR\"]'))";
  const sql = `select ${ids.join(", ")} from ${itemsTable(replica, ...ids)} where ${keyId} in (${wanted}) order by rowid`;
  return engine.ask({ sql, values: [{ type: "VARCHAR", value: JSON.stringify(keys) }] }, signal);
};
