import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** Bounds the cardinality of the metric labels. */
const MAX_PERFORMERS = 50;

export const countStuck = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from performer_task
    where status in ('Pending', 'Queued', 'Running') and next_poll_at < now() - interval '5 minutes'`.execute(db);
  return rows[0]?.jobs ?? 0;
};

export const countInFlightByPerformer = async (db: Db): Promise<{ name: string; jobs: number }[]> => {
  const { rows } = await sql<{ name: string; jobs: number }>`
    select p.name, count(*)::int as jobs from performer_slot s join performer p on p.id = s.performer_id
    where s.expires_at > now() group by p.id, p.name order by count(*) desc, p.name limit ${MAX_PERFORMERS}`.execute(
    db,
  );
  return rows;
};
