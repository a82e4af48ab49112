import { itemsTable } from "../column-sets/join-column-sets.ts";
import { orderSql } from "../query/read-order.ts";
import type { Selection } from "../query/selection.ts";
import { rankSql } from "../sampling/draw-sample.rules.ts";
import type { QueryValue } from "./engine/engine-calls.ts";
import type { ReplicaEngine } from "./engine/replica-engine.ts";
import { selectCount } from "./pages.store.ts";
import type { DrawnRows } from "./stream-rows.store.ts";

/** How a row names the one that it is compared with. */
export interface PairColumn {
  /** The column with the key of the other row. */
  readonly columnId: string;
  readonly keyId: string;
}

/** Rows whose column names another row of the dataset version. */
const pairedSql = ({ replica, clause }: Selection, { columnId, keyId }: PairColumn): string =>
  `(${clause.sql}) and ${columnId} <> ${keyId} and ${columnId} in (select ${keyId} from ${itemsTable(replica)})`;

interface DrawnPairs extends DrawnRows {
  readonly pair: PairColumn;
  /** The columns of the other row that follow those of the row. */
  readonly otherIds: readonly string[];
}

/**
 * Streams rows as `streamDrawn` does, each followed by the row that it is compared with: of several with that key, the
 * first. Rows without one are not counted in the draw and the offset.
 */
export const streamDrawnPairs = (
  engine: ReplicaEngine,
  { selection, order, ids, isRandom, seed, offset, drawCount, pair, otherIds }: DrawnPairs,
  signal: AbortSignal,
): AsyncGenerator<QueryValue[][]> => {
  const { replica, clause } = selection;
  const { columnId, keyId } = pair;
  const paired = pairedSql(selection, pair);
  const table = itemsTable(replica, paired);
  const where =
    drawCount === null
      ? paired
      : `rowid in (select rowid from ${table} where ${paired} order by ${rankSql(seed)} limit ${drawCount})`;
  const sorted = isRandom ? rankSql(seed) : orderSql(order);
  const values = ids.map((id, at) => `${id} as v${at}`);
  const items = itemsTable(replica, ...ids, where, sorted, columnId);
  const all = itemsTable(replica);
  const sql = `with chosen as materialized (
      select ${values.join(", ")}, ${columnId} as other_key, row_number() over (order by ${sorted}) as place
      from ${items} where ${where}
    ), firsts as (
      select ${keyId} as other_key, min(rowid) as other_row from ${all}
      where ${keyId} in (select other_key from chosen) group by ${keyId}
    )
    select ${ids.map((_, at) => `chosen.v${at}`).join(", ")}, ${otherIds.map((id) => `o.${id}`).join(", ")}
    from chosen join firsts on firsts.other_key = chosen.other_key join ${all} as o on o.rowid = firsts.other_row
    order by chosen.place offset ${offset}`;
  return engine.stream({ sql, values: clause.values }, signal);
};

/** How many of the selected rows name no other row. */
export const countUnpaired = async (
  engine: ReplicaEngine,
  selection: Selection,
  pair: PairColumn,
  signal: AbortSignal,
): Promise<number> => {
  const paired = { ...selection, clause: { ...selection.clause, sql: pairedSql(selection, pair) } };
  const [all, withOther] = [await selectCount(engine, selection, signal), await selectCount(engine, paired, signal)];
  return all - withOther;
};
