import type { Cursor, ExportRow, Slice } from "../run/export-table.ts";

export interface TaskPage {
  readonly rows: readonly ExportRow[];
  /** Null when the task has no more. */
  readonly after: Cursor["after"];
}

/** Pages through the tasks in order; a page may be empty without being the last. */
export async function* readInOrder(
  tasks: number,
  from: Cursor,
  readPage: (task: number, after: Cursor["after"]) => Promise<TaskPage>,
): AsyncGenerator<Slice> {
  let cursor = from;
  while (cursor.task < tasks) {
    const { task } = cursor;
    const page = await readPage(task, cursor.after);
    cursor = page.after === null ? { task: task + 1, after: null } : { task, after: page.after };
    if (page.rows.length > 0) yield { task, rows: page.rows, next: cursor };
  }
}
