import type { Db } from "../../../platform/db/database.ts";
import type { Cursor, ExportRow, RowSource } from "../run/export-table.ts";
import { averageCells } from "./average-cells.ts";
import { cellColumns, type MeasuredCell, type MediaInput, mediaOf } from "./cell-columns.ts";
import {
  type CellRecord,
  countCells,
  listCellRecords,
  listInputKeys,
  listMetricKeys,
  listMetricValues,
  sumClipBytes,
} from "./cells.store.ts";
import { plainColumns } from "./column-of.ts";
import { readInOrder, type TaskPage } from "./read-in-order.ts";
import type { SourceInput } from "./source-input.ts";

/** At least the maximum number of samples, so that every position fits into a page. */
const AVERAGED_AT_ONCE = 200;

/** One row per cell, or one per grid position with the means of its samples. */
export const openCells = async (
  db: Db,
  { tasks, aggregation, media, publicOrigin }: SourceInput,
): Promise<RowSource> => {
  const ids = tasks.map(({ id }) => id);
  const isAverage = aggregation === "Average";
  const [inputs, metrics] = await Promise.all([listInputKeys(db, ids), listMetricKeys(db, ids)]);
  const columns = cellColumns({ inputs, metrics, isAverage, media, publicOrigin });
  const toRow = (cell: MeasuredCell): ExportRow => ({
    key: isAverage ? `cells:${cell.id}` : `cell:${cell.id}`,
    values: columns.map(({ read }) => read(cell)),
    media: isAverage ? null : mediaOf(cell, media),
  });
  const readPage = async (task: number, after: Cursor["after"], limit: number): Promise<TaskPage> => {
    const { id, name } = tasks[task] ?? { id: "", name: "" };
    const atOnce = isAverage ? Math.max(limit, AVERAGED_AT_ONCE) : limit;
    const found = await listCellRecords(db, id, toPlace(after), atOnce);
    const isLast = found.length < atOnce;
    const whole = isAverage && !isLast ? withoutCutPlace(found) : found;
    const cells = await measure(db, name, whole);
    return {
      rows: (isAverage ? averageCells(cells) : cells).map(toRow),
      after: isLast ? null : placeAfter(whole),
    };
  };
  return {
    columns: plainColumns(columns),
    taskNames: tasks.map(({ name }) => name),
    countRows: () => countCells(db, ids, isAverage),
    sumMediaBytes: () => mediaBytes(db, ids, isAverage ? "none" : media),
    readSlices: (from, limit) => readInOrder(tasks.length, from, (task, after) => readPage(task, after, limit)),
  };
};

const mediaBytes = async (db: Db, ids: readonly string[], media: MediaInput): Promise<number> =>
  media === "attachment" ? sumClipBytes(db, ids) : 0;

const toPlace = (after: Cursor["after"]): [number, number, number] | undefined =>
  after === null ? undefined : [Number(after[0]), Number(after[1]), Number(after[2])];

const placeAfter = (cells: readonly CellRecord[]): Cursor["after"] => {
  const last = cells.at(-1);
  return last ? [last.row, last.col, last.sample] : null;
};

/** The last position may continue after the limit; it is read again with the next page. */
const withoutCutPlace = (cells: readonly CellRecord[]): readonly CellRecord[] => {
  const last = cells.at(-1);
  return cells.filter(({ row, col }) => row !== last?.row || col !== last.col);
};

const measure = async (db: Db, taskName: string, cells: readonly CellRecord[]): Promise<MeasuredCell[]> => {
  const hashes = cells.flatMap(({ sha256 }) => sha256 ?? []);
  const found = new Map<string, Record<string, number | null>>();
  for (const { sha256, key, value } of await listMetricValues(db, [...new Set(hashes)])) {
    found.set(sha256, { ...found.get(sha256), [key]: value });
  }
  return cells.map((cell) => ({
    ...cell,
    taskName,
    metrics: found.get(cell.sha256 ?? "") ?? {},
    samples: 1,
    succeeded: cell.status === "Succeeded" ? 1 : 0,
  }));
};
