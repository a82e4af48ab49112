import type { Board } from "@dailies/contract";
import type { Cursor, RowSource } from "../run/export-table.ts";
import { BOARD_COLUMNS, type Standing } from "./board-columns.ts";
import { plainColumns } from "./column-of.ts";
import { readInOrder, type TaskPage } from "./read-in-order.ts";

const standingsOf = (board: Board): Standing[] =>
  [...(board.total ? [board.total] : []), ...board.axes].flatMap((axis) =>
    axis.entries.map((entry) => ({ board, axis, entry })),
  );

/** One row per axis and competitor of existing leaderboards. */
export const openBoards = (boards: readonly Board[]): RowSource => {
  const standings = boards.map(standingsOf);
  const readPage = async (task: number, after: Cursor["after"], limit: number): Promise<TaskPage> => {
    const all = standings[task] ?? [];
    const start = Number(after?.[0] ?? 0);
    const end = start + limit;
    const rows = all.slice(start, end).map((it) => ({
      key: `board:${it.board.task_id}:${it.board.aggregation}:${it.axis.key}:${it.entry.entry}`,
      values: BOARD_COLUMNS.map(({ read }) => read(it)),
      media: null,
    }));
    return { rows, after: end < all.length ? [end] : null };
  };
  return {
    columns: plainColumns(BOARD_COLUMNS),
    taskNames: boards.map(({ name }) => name),
    countRows: async () => standings.reduce((sum, { length }) => sum + length, 0),
    sumMediaBytes: async () => 0,
    readSlices: (from, limit) => readInOrder(boards.length, from, (task, after) => readPage(task, after, limit)),
  };
};
