import { itemsTable, setsReadBy } from "../column-sets/join-column-sets.ts";
import { type SetCells, selectSetCells } from "../column-sets/set-cells.store.ts";
import { type ItemOrder, orderSql } from "../query/read-order.ts";
import type { Selection } from "../query/selection.ts";
import type { QueryValue } from "./engine/engine-calls.ts";
import type { ReplicaEngine } from "./engine/replica-engine.ts";
import type { Replica } from "./replica.ts";
import type { ReplicaColumn } from "./replica-columns.ts";

/** The total is estimated from this many rows at the beginning. */
const ESTIMATE_ROWS = 122_880;

export const selectRowNumbers = async (
  engine: ReplicaEngine,
  { replica, clause }: Selection,
  order: ItemOrder | undefined,
  signal: AbortSignal,
): Promise<Uint32Array> => {
  const sorted = order ? ` order by ${orderSql(order)}` : "";
  const sql = `select rowid::uinteger from ${itemsTable(replica, clause.sql, sorted)} where ${clause.sql}${sorted}`;
  const numbers = await engine.askNumbers({ sql, values: clause.values }, signal);
  return order || isAscending(numbers) ? numbers : numbers.sort();
};

/** DuckDB preserves insertion order by default; this check protects pagination if it ever does not. */
const isAscending = (numbers: Uint32Array): boolean => {
  for (let i = 1; i < numbers.length; i++) if ((numbers[i - 1] ?? 0) > (numbers[i] ?? 0)) return false;
  return true;
};

export const selectCount = async (
  engine: ReplicaEngine,
  { replica, clause }: Selection,
  signal: AbortSignal,
): Promise<number> => {
  const sql = `select count(*) from ${itemsTable(replica, clause.sql)} where ${clause.sql}`;
  const rows = await engine.ask({ sql, values: clause.values }, signal);
  return Number(rows[0]?.[0]);
};

export const estimateCount = async (
  engine: ReplicaEngine,
  selection: Selection,
  signal: AbortSignal,
): Promise<number> => {
  const { replica, clause } = selection;
  const looked = Math.min(ESTIMATE_ROWS, replica.rows);
  if (looked === 0) return 0;
  const items = itemsTable(replica, clause.sql);
  const sql = `select count(*) from ${items} where rowid < ${looked} and ${clause.sql}`;
  const rows = await engine.ask({ sql, values: clause.values }, signal);
  return Math.round((Number(rows[0]?.[0]) * replica.rows) / looked);
};

interface Window {
  readonly offset: number;
  readonly limit: number;
  /** The keyset cursor: the last row of the previous page, if known, so that earlier rows are not scanned again. */
  readonly afterOrdinal?: number | undefined;
}

/** Selects one page without the full row list: early pages are fast, later ones scan everything before them. */
export const selectWindow = async (
  engine: ReplicaEngine,
  { replica, clause }: Selection,
  order: ItemOrder | undefined,
  { offset, limit, afterOrdinal }: Window,
  signal: AbortSignal,
): Promise<number[]> => {
  const beyond = afterOrdinal === undefined ? "" : ` and ${afterSql(replica, order, afterOrdinal)}`;
  const limitClause = `limit ${limit} offset ${afterOrdinal === undefined ? offset : 0}`;
  const isJoined = setsReadBy(replica, clause.sql).length > 0;
  // Unsorted rows come in table order, unless they are joined, and the scan stops after the last wanted one.
  const sorted = order || isJoined ? ` order by ${orderSql(order)}` : "";
  const items = itemsTable(replica, clause.sql, sorted);
  const sql = `select rowid from ${items} where ${clause.sql}${beyond}${sorted} ${limitClause}`;
  const rows = await engine.ask({ sql, values: clause.values }, signal);
  return rows.map(([rowid]) => Number(rowid));
};

const afterSql = (replica: Replica, order: ItemOrder | undefined, ordinal: number): string => {
  if (!order) return `rowid > ${ordinal}`;
  const { id } = order.column;
  const last = `(select ${id} from ${itemsTable(replica, id)} where rowid = ${ordinal})`;
  const isBeyond = `${id} ${order.isDescending ? "<" : ">"} ${last}`;
  const isLevel = `(${id} is not distinct from ${last} and rowid > ${ordinal})`;
  return `(${isBeyond} or ${isLevel} or (${id} is null and ${last} is not null))`;
};

/** Rows by number, in no particular order; the first value of each is its number. */
export const selectRows = async (
  engine: ReplicaEngine,
  replica: Replica,
  ordinals: readonly number[],
  columns: readonly ReplicaColumn[],
  signal: AbortSignal,
): Promise<QueryValue[][]> => {
  if (ordinals.length === 0) return [];
  const ids = columns.map(({ id }) => id);
  const own = ids.filter((id) => setsReadBy(replica, id).length === 0);
  // A join reads only these rows; an IN list would scan everything between them.
  const wanted = `select unnest([${ordinals.join(", ")}])`;
  const sql = `select ${["rowid", ...own].join(", ")} from ${replica.name}.items where rowid in (${wanted})`;
  const rows = await engine.ask({ sql, values: [] }, signal);
  if (own.length === ids.length) return rows;
  return addSetCells(rows, { own, ids }, await selectSetCells(engine, replica, { ordinals, ids }, signal));
};

/** Puts the values of column sets between those of the items, in the order of the ids. The first value stays. */
export const addSetCells = (
  rows: readonly QueryValue[][],
  { own, ids }: { readonly own: readonly string[]; readonly ids: readonly string[] },
  cells: SetCells,
): QueryValue[][] => {
  const places = ids.map((id) => ({ id, at: own.indexOf(id) }));
  return rows.map(([rowid = null, ...values]) => {
    const ofSets = cells.get(Number(rowid));
    return [rowid, ...places.map(({ id, at }) => (at < 0 ? ofSets?.get(id) : values[at]) ?? null)];
  });
};
