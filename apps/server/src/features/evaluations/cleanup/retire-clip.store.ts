import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";

interface JudgedCell {
  readonly row: number;
  readonly columnId: string;
  readonly sample: number;
}

/** The clip of a cell that is made again: nobody is asked about it any more. Where it was not judged, this changes nothing. */
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
