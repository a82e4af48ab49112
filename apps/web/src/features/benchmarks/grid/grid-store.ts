import type { BenchmarkRow, GridCell } from "@dailies/contract";
import {
  QueriesObserver,
  type QueryClient,
  type QueryObserverOptions,
  type QueryObserverResult,
} from "@tanstack/react-query";
import { cellsQuery, rowsQuery, windowRowsOf } from "../benchmarks.queries.ts";
import type { GridSize } from "../cell-address.ts";
import { type CellIndex, indexCells, placeOf } from "./index-cells.ts";

const SETTLE_MS = 60;
/**
 * Prefetch distance in rows beyond the viewport, larger in the scroll direction: a window that arrives while visible is
 * rendered twice, and all at once.
 */
const AROUND_ROWS = 8;
const AHEAD_ROWS = 28;

export interface GridStore {
  /** Undefined until its window has loaded. */
  rowAt(row: number): BenchmarkRow | undefined;
  /** The existing samples of a cell; undefined until its window has loaded. */
  cellsAt(row: number, col: number): readonly GridCell[] | undefined;
  subscribe(listener: () => void): () => void;
  /** Sets the visible rows and fetches the windows they need. */
  show(first: number, last: number): void;
  /** Polls the visible windows while there is no SSE connection. */
  poll(everyMs: number | undefined): void;
  retry(): void;
  stop(): void;
}

interface Arrived {
  cells: GridCell[];
  index: CellIndex;
}

const NO_CELLS: readonly GridCell[] = [];

/** The first rows of the windows that should be loaded. */
const windowsFor = (
  inSight: readonly [number, number],
  heading: number,
  rows: number,
  windowRows: number,
): number[] => {
  const first = Math.max(0, inSight[0] - (heading < 0 ? AHEAD_ROWS : AROUND_ROWS));
  const last = Math.min(rows - 1, inSight[1] + (heading > 0 ? AHEAD_ROWS : AROUND_ROWS));
  const windows: number[] = [];
  for (let from = first - (first % windowRows); from <= last; from += windowRows) windows.push(from);
  return windows;
};

/** A hundred thousand cells with their signed URLs would exhaust a tab's memory; evicted windows are fetched again. */
const forget = (known: Map<number, unknown>, wanted: readonly number[]): void => {
  for (const from of known.keys()) if (!wanted.includes(from)) known.delete(from);
};

/** Holds the grid windows outside React, so that an arriving window re-renders only its own cells. */
export const createGridStore = (
  client: QueryClient,
  taskId: string,
  size: GridSize,
  onError: (error: unknown) => void,
): GridStore => {
  const windowRows = windowRowsOf(size);
  const listeners = new Set<() => void>();
  const rows = new Map<number, readonly BenchmarkRow[]>();
  const cells = new Map<number, Arrived>();
  let wanted: readonly number[] = [];
  let inSight: readonly [number, number] = [0, 0];
  let heading = 0;
  let pollMs: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopObserving: (() => void) | undefined;
  const observer = new QueriesObserver(client, []);

  const take = (results: readonly QueryObserverResult[]): void => {
    for (const [at, from] of wanted.entries()) {
      const listed = results[2 * at]?.data as { items: readonly BenchmarkRow[] } | undefined;
      if (listed) rows.set(from, listed.items);
      const looked = results[2 * at + 1]?.data as { cells: GridCell[] } | undefined;
      const before = cells.get(from);
      if (looked && looked.cells !== before?.cells) {
        cells.set(from, { cells: looked.cells, index: indexCells(looked.cells, before?.index) });
      }
    }
    onError(results.find(({ error }) => error)?.error ?? null);
    for (const listener of listeners) listener();
  };

  const fetchWanted = (): void => {
    timer = undefined;
    const windows = windowsFor(inSight, heading, size.rows, windowRows);
    wanted = windows;
    forget(rows, windows);
    forget(cells, windows);
    stopObserving ??= observer.subscribe(take);
    const queries = windows.flatMap((from) => {
      const part = { taskId, from, rows: windowRows };
      const look = cellsQuery(part, Math.max(1, size.columns), pollMs);
      return [rowsQuery(part), { ...look, enabled: size.columns > 0 }];
    });
    // The observer's type accepts only queries of one unknown kind.
    observer.setQueries(queries as unknown as QueryObserverOptions[]);
    take(observer.getCurrentResult());
  };
  const windowOf = (row: number): number => row - (row % windowRows);

  return {
    rowAt: (row) => rows.get(windowOf(row))?.[row % windowRows],
    cellsAt: (row, col) => {
      const arrived = cells.get(windowOf(row));
      return arrived && (arrived.index.get(placeOf(row, col)) ?? NO_CELLS);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show: (first, last) => {
      heading = Math.sign(first - inSight[0]) || heading;
      inSight = [first, last];
      timer ??= setTimeout(fetchWanted, SETTLE_MS);
    },
    poll: (everyMs) => {
      if (everyMs === pollMs) return;
      pollMs = everyMs;
      timer ??= setTimeout(fetchWanted, SETTLE_MS);
    },
    retry: () => {
      for (const result of observer.getCurrentResult()) if (result.error) void result.refetch();
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      stopObserving?.();
      stopObserving = undefined;
    },
  };
};
