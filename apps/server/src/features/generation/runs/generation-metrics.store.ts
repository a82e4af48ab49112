import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** Nobody can tell more of them apart. */
const MAX_PERFORMERS = 50;

export const countStuck = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ calls: number }>`
    select count(*)::int as calls from performer_task
    where status in ('Pending', 'Queued', 'Running') and next_poll_at < now() - interval '5 minutes'`.execute(db);
  return rows[0]?.calls ?? 0;
};

export const countInFlightByPerformer = async (db: Db): Promise<{ name: string; calls: number }[]> => {
  const { rows } = await sql<{ name: string; calls: number }>`
    select p.name, count(*)::int as calls from performer_slot s join performer p on p.id = s.performer_id
    where s.expires_at > now() group by p.id, p.name order by count(*) desc, p.name limit ${MAX_PERFORMERS}`.execute(
    db,
  );
  return rows;
};
