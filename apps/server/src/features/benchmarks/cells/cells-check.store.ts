import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface CheckedCell {
  readonly id: string;
  readonly taskId: string;
  readonly row: number;
  readonly column: number;
  readonly sample: number;
  readonly fault: "no_attempt" | "no_clip" | null;
}

/** The next cells in the order of their ids. The database has no foreign keys from cells to attempts and their clips. */
export const checkCellsAfter = async (db: Db, after: string | undefined, limit: number): Promise<CheckedCell[]> => {
  const { rows } = await sql<CheckedCell>`
    select c.id, c.task_id as "taskId", c.row_index as row, c.col_index as column, c.sample, case
        when c.status <> 'Succeeded' then null
        when t.status is distinct from 'Succeeded' then 'no_attempt'
        when not exists (
          select from asset_version v where v.asset_id = t.asset_id and v.status = 'Ready' and v.sha256 = t.output_sha256
        ) then 'no_clip' end as fault
    from (
      select * from benchmark_cell where ${after ?? null}::uuid is null or id > ${after ?? null}::uuid
      order by id limit ${limit}
    ) c left join performer_task t on t.id = c.counted_attempt_id order by c.id`.execute(db);
  return rows;
};
