import type { Cursor, ExportRow, Slice } from "../run/export-table.ts";

export interface TaskPage {
  readonly rows: readonly ExportRow[];
  /** Null when the task has no more. */
  readonly after: Cursor["after"];
}

/** Goes through the tasks one after the other; a page may be empty and still not be the last. */
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
