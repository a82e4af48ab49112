import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** Prompts with equal inputs in all of these tasks. */
export const countSharedPrompts = async (db: Db, taskIds: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ shared: number }>`
    select count(*)::int as shared from (
      select inputs_hash from evaluation_prompt where task_id = any(${[...taskIds]}::uuid[])
      group by inputs_hash having count(distinct task_id) = ${taskIds.length}
    ) in_all`.execute(db);
  return rows[0]?.shared ?? 0;
};
