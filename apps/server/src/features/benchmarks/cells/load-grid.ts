import type { Db } from "../../../platform/db/database.ts";
import { listPerformersById, mayUsePerformer } from "../../performers/index.ts";
import { listColumns } from "../columns/column.store.ts";
import { listRowsFrom, type RowRecord } from "../rows/row.store.ts";
import type { LockedBenchmark } from "../with-benchmark-lock.ts";
import type { CellPosition } from "./cell.store.ts";
import { type AssetHashes, listInputAssets } from "./plan-cells.rules.ts";
import { type CellFault, type GridColumn, resolveGrid } from "./resolve-grid.rules.ts";

/** The part of the grid from this row and column on; excluded rows are never part of it. */
export interface GridPart {
  readonly fromRow?: number;
  readonly fromColumn?: number;
  /** Only the cells of these rows that do not exist yet. */
  readonly only?: { readonly rowIds: readonly string[]; readonly existing: readonly CellPosition[] };
}

export interface LoadedGrid {
  readonly rows: readonly RowRecord[];
  readonly columns: readonly GridColumn[];
  readonly grid: ReturnType<typeof resolveGrid>;
  readonly assetHashes: AssetHashes;
  /** Faults found before any cell is checked. */
  readonly faults: readonly CellFault[];
}

export const listGridColumns = async (db: Db, taskId: string): Promise<GridColumn[]> => {
  const columns = await listColumns(db, taskId);
  const performers = await listPerformersById(db, [...new Set(columns.map(({ performerId }) => performerId))]);
  return columns.flatMap((column) => {
    const performer = performers.get(column.performerId);
    return performer ? [{ ...column, performer }] : [];
  });
};

/** In Init, columns use the current version of their performer; later, the version that made the clips. */
export const loadGrid = async (
  db: Db,
  locked: Omit<LockedBenchmark, "tx">,
  { fromRow = 0, fromColumn = 0, only }: GridPart = {},
): Promise<LoadedGrid> => {
  const { context, deps, task } = locked;
  const isInit = task.status === "Init";
  const all = await listGridColumns(db, task.id);
  const columns = all
    .filter(({ index }) => index >= fromColumn)
    .map((column) => (isInit ? { ...column, performerVersion: column.performer.version } : column));
  const listed = await listRowsFrom(db, task.id, fromRow);
  const rows = listed.filter(({ id, isExcluded }) => !isExcluded && (only?.rowIds.includes(id) ?? true));
  const grid = resolveGrid(rows, columns);
  const assets = listInputAssets(grid, rows, columns);
  const assetHashes =
    assets.length > 0 ? await deps.readableHashes(db, context.actor, assets) : new Map<string, string>();
  const faults = [...structuralFaults(locked, listed, columns), ...grid.columnFaults];
  return { rows, columns, grid, assetHashes, faults };
};

const structuralFaults = (
  { context, benchmark }: Omit<LockedBenchmark, "tx">,
  rows: readonly RowRecord[],
  columns: readonly GridColumn[],
): CellFault[] => {
  const faults: CellFault[] = [];
  const add = (message: string, col: number | null = null) => faults.push({ row: null, col, message });
  if (rows.length === 0) add("add at least one row");
  else if (rows.every(({ isExcluded }) => isExcluded)) add("every row is excluded: include at least one");
  if (columns.length === 0) add("add at least one column");
  if (benchmark.seedPolicy === "list" && benchmark.seeds.length === 0) add("the list of seeds is empty");
  for (const { index, performer, performerVersion } of columns) {
    const { name, pricing, version } = performer;
    if (!mayUsePerformer(context.actor, performer)) add(`${name} is disabled, removed, or not shared with you`, index);
    if (version !== performerVersion)
      add(`${name} is now at version '${version}', this column was begun with '${performerVersion}'`, index);
    if (pricing && pricing.currency !== benchmark.currency)
      add(`${name} is priced in ${pricing.currency}, the benchmark counts in ${benchmark.currency}`, index);
  }
  return faults;
};
