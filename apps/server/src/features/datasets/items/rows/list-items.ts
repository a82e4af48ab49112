import type { DatasetRow } from "@dailies/contract";
import type { ItemsDeps } from "../items-deps.ts";
import { isOutOfTime, type QueryStats, TIME_LIMIT_MS, within } from "../query/answer-in-time.ts";
import { type ItemQuery, openSelection } from "../query/open-selection.ts";
import { type PageCursor, readCursor, writeCursor } from "../query/page-cursor.ts";
import { type ItemOrder, orderKey, readOrder } from "../query/read-order.ts";
import type { Selection } from "../query/selection.ts";
import { estimateCount, selectWindow } from "../replica/pages.store.ts";
import { chooseColumns, fetchItems } from "./fetch-items.ts";

export interface DatasetRowsQuery extends ItemQuery {
  readonly offset: number;
  readonly pageSize: number;
  readonly orderBy: string;
  readonly columns?: readonly string[] | undefined;
  readonly cursor?: string | undefined;
}

export interface ItemPage extends QueryStats {
  readonly items: readonly DatasetRow[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** Pages up to here are searched directly; later ones wait for the full row list. */
const NEAR_ROWS = 1_000;
/** By then the first page returns an exact total, or an estimate if the count is slower. */
const TOTAL_BY_MS = 200;
const TOTAL_WAIT_MS = 20;
/** Up to this many rows are always counted exactly. */
const COUNTED_ROWS = 500_000;

type Deps = Pick<ItemsDeps, "db" | "replicas" | "tableReader" | "rowLists">;

export const listItems = async (
  deps: Deps,
  datasetId: string,
  query: DatasetRowsQuery,
  signal: AbortSignal,
): Promise<ItemPage> => {
  const startedMs = performance.now();
  const selection = await openSelection(deps, datasetId, query, signal);
  const order = readOrder(query.orderBy, selection);
  const columns = chooseColumns(selection.source, query.columns);
  const question = `${selection.key}${orderKey(order)}`;
  const after = query.cursor === undefined ? undefined : readCursor(question, query.cursor);
  const range = { offset: after?.offset ?? query.offset, limit: query.pageSize, after };
  try {
    const ordinals = await findOrdinals(deps, selection, order, range, signal);
    const total = beginTotal(deps, selection, signal);
    const { source, replica } = selection;
    const items = await fetchItems(deps, { source, replica, ordinals, columns }, signal);
    const nextCursor = cursorAfter(question, range.offset, items, query.pageSize);
    return { items, ...(await total(startedMs)), nextCursor, ...queryStatsOf(selection, startedMs) };
  } catch (error) {
    if (!isOutOfTime(signal)) throw error;
    const how = queryStatsOf(selection, startedMs);
    const given = { isTotalExact: false, isPartial: true, hasTimedOut: true };
    return { items: [], total: 0, nextCursor: null, ...how, ...given };
  }
};

export const queryStatsOf = ({ source, replica }: Selection, startedMs: number): Omit<QueryStats, "isTotalExact"> => ({
  version: source.version,
  isPartial: !replica.isWhole,
  hasTimedOut: false,
  scanned: replica.rows,
  tookMs: performance.now() - startedMs,
});

interface PageRange {
  readonly offset: number;
  readonly limit: number;
  readonly after: PageCursor | undefined;
}

const findOrdinals = async (
  deps: Deps,
  selection: Selection,
  order: ItemOrder | undefined,
  range: PageRange,
  signal: AbortSignal,
): Promise<readonly number[]> => {
  const { rowLists, replicas } = deps;
  const { offset, limit, after } = range;
  const { source, replica } = selection;
  if (selection.isEverything && !order) return consecutive(offset, Math.min(limit, source.items - offset));
  const list = rowLists.find(selection, order);
  if (list) return Array.from(list.subarray(offset, offset + limit));
  const isNear = offset + limit <= NEAR_ROWS || after !== undefined;
  if (!isNear && rowLists.canKeep(replica.rows))
    return Array.from((await rowLists.make(selection, order, signal)).subarray(offset, offset + limit));
  const window = { offset, limit, afterOrdinal: after?.lastOrdinal };
  const found = await selectWindow(await replicas.engine(), selection, order, window, signal);
  // A client that gets a full page often requests the next one: prepare the row list for it.
  if (found.length === limit && rowLists.canKeep(replica.rows)) rowLists.prepare(selection, order);
  return found;
};

const consecutive = (first: number, count: number): number[] =>
  Array.from({ length: Math.max(0, count) }, (_, at) => first + at);

type Total = { readonly total: number; readonly isTotalExact: boolean };

/** Counts in parallel to the search. If the count is not ready with the page, the total is estimated and marked so. */
const beginTotal = (
  { rowLists, replicas }: Deps,
  selection: Selection,
  signal: AbortSignal,
): ((startedMs: number) => Promise<Total>) => {
  const { source, replica, isEverything } = selection;
  if (isEverything) return async () => ({ total: source.items, isTotalExact: true });
  const toAll = (count: number): Total =>
    replica.isWhole
      ? { total: count, isTotalExact: true }
      : { total: Math.round((count * source.items) / Math.max(1, replica.rows)), isTotalExact: false };
  // The count continues up to the deadline and is cached for later requests.
  const counted = rowLists.count(selection, AbortSignal.timeout(TIME_LIMIT_MS));
  counted.catch(() => undefined);
  return async (startedMs) => {
    const leftMs = TOTAL_BY_MS - (performance.now() - startedMs);
    const isQuick = replica.rows <= COUNTED_ROWS;
    const known = isQuick ? await counted : await within(Math.max(leftMs, TOTAL_WAIT_MS), counted);
    if (known !== undefined) return toAll(known);
    if (signal.aborted) return { total: 0, isTotalExact: false };
    return { ...toAll(await estimateCount(await replicas.engine(), selection, signal)), isTotalExact: false };
  };
};

const cursorAfter = (
  question: string,
  offset: number,
  items: readonly DatasetRow[],
  pageSize: number,
): string | null => {
  const last = items.at(-1);
  if (!last || items.length < pageSize) return null;
  return writeCursor(question, { offset: offset + items.length, lastOrdinal: last.ordinal });
};
