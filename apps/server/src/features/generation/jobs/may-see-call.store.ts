import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export const hasVisibleCall = async (
  db: Db,
  callIds: readonly string[],
  { userId, seesTasks }: { userId: string; seesTasks: boolean },
): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from performer_task
    where id = any(${[...callIds]}::uuid[]) and (requested_by = ${userId} or (${seesTasks} and source = 'benchmark'))
    limit 1`.execute(db);
  return rows.length > 0;
};
