import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

const LAST_CALLS = 100;
/** Jobs of a running task are among the newest of its performers; a task without any has no pace. */
const LOOKED_AT = 1_000;

/** Median seconds of each performer's newest successes; performers without any are omitted. */
export const listMedianSeconds = async (db: Db, performerIds: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ id: string; median_s: number }>`
    select wanted.id, percentile_cont(0.5) within group (order by newest.took_s) as median_s
    from unnest(${[...new Set(performerIds)]}::uuid[]) as wanted (id), lateral (
      select extract(epoch from p.finished_at - p.started_at)::float8 as took_s from performer_task p
      where p.performer_id = wanted.id and p.finished_at is not null and p.status = 'Succeeded' and not p.is_reused
        and p.started_at is not null
      order by p.finished_at desc limit ${LAST_CALLS}
    ) newest group by wanted.id`.execute(db);
  return new Map(rows.map(({ id, median_s }) => [id, median_s]));
};

/** The same over all performers of one task, counting only its own jobs. */
export const findMedianSeconds = async (
  db: Db,
  performerIds: readonly string[],
  taskId: string,
): Promise<number | undefined> => {
  const { rows } = await sql<{ median_s: number | null }>`
    select percentile_cont(0.5) within group (order by newest.took_s) as median_s
    from unnest(${[...performerIds]}::uuid[]) as wanted (id), lateral (
      select p.task_id, p.status, p.is_reused, extract(epoch from p.finished_at - p.started_at)::float8 as took_s
      from performer_task p where p.performer_id = wanted.id and p.finished_at is not null
      order by p.finished_at desc limit ${LOOKED_AT}
    ) newest where newest.task_id = ${taskId} and newest.status = 'Succeeded' and not newest.is_reused
      and newest.took_s is not null`.execute(db);
  return rows[0]?.median_s ?? undefined;
};
