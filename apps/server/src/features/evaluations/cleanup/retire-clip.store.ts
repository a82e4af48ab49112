import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";

interface JudgedCell {
  readonly row: number;
  readonly columnId: string;
  readonly sample: number;
}

/** Removes the clip of a regenerated cell from judging. No effect where the cell is not being judged. */
export const retireClip = async (
  tx: Tx,
  taskId: string,
  { row, columnId, sample }: JudgedCell,
  at: Date,
): Promise<void> => {
  await sql`select retire_clip(e.task_id, p.prompt, e.entry, ${sample}::smallint, ${at})
    from evaluation_entry e join evaluation_prompt p on p.task_id = e.task_id and p.row_index = ${row}
    where e.task_id = ${taskId} and e.source_task_id = ${taskId} and e.column_id = ${columnId}`.execute(tx);
};
