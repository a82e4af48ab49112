import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { EVERY_TOPIC, type EventRow, RESET_ROW, type StoredEvent, TASKS } from "./event.rules.ts";

/** Any constant that no other advisory lock uses. */
const TURN_LOCK = 4_217_003;

interface TouchedTask {
  readonly taskId: string;
  readonly ids: readonly string[];
}

export const insertEvents = async (db: Db, rows: readonly EventRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await sql`insert into event_outbox (topic, payload)
    select * from unnest(
      ${rows.map((row) => row.topic)}::text[], ${rows.map((row) => JSON.stringify(row.payload))}::jsonb[]
    )`.execute(db);
};

export const hasEvents = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`select exists (select from event_outbox) as has`.execute(db);
  return rows[0]?.has ?? false;
};

/**
 * Advisory lock for one relay at a time, until the transaction ends. The database ends a transaction that idles for
 * `leaseMs`, so a relay that hangs or loses its connection blocks the others for at most that long.
 */
export const tryTurn = async (tx: Tx, leaseMs: number): Promise<boolean> => {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${TURN_LOCK}) as taken,
      set_config('idle_in_transaction_session_timeout', ${String(leaseMs)}, true)`.execute(tx);
  return rows[0]?.taken ?? false;
};

export const listEvents = async (db: Db, limit: number): Promise<StoredEvent[]> => {
  const rows = await db
    .selectFrom("event_outbox")
    .select(["id", "topic", "payload"])
    .where("topic", "<>", TASKS)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id, topic, payload }) => ({
    id: String(id),
    topic,
    payload: payload as Record<string, unknown>,
  }));
};

/** Tasks whose counts changed, longest waiting first. */
export const listTouchedTasks = async (db: Db, except: readonly string[], limit: number): Promise<TouchedTask[]> => {
  const { rows } = await sql<{ task_id: string; ids: string[] }>`
    select payload->>'task_id' as task_id, array_agg(id::text) as ids from event_outbox
    where topic = 'tasks' and payload->>'task_id' <> all(${except}::text[])
    group by 1 order by min(id) limit ${limit}`.execute(db);
  return rows.map((row) => ({ taskId: row.task_id, ids: row.ids }));
};

/** Deletes exact ids and never a range: a row with a smaller id may still be uncommitted. */
export const deleteEvents = async (db: Db, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  await sql`delete from event_outbox where id = any(${ids}::bigint[])`.execute(db);
};

/** Drops events that could not be published for this long and queues a reset event; returns how many were dropped. */
export const deleteOldEvents = async (db: Db, olderThanS: number): Promise<number> => {
  const { rows } = await sql<{ gone: number }>`
    with gone as (
      delete from event_outbox
      where topic <> ${EVERY_TOPIC} and created_at < now() - make_interval(secs => ${olderThanS}) returning id
    ), word as (
      insert into event_outbox (topic, payload)
      select ${RESET_ROW.topic}, ${JSON.stringify(RESET_ROW.payload)}::jsonb
      where exists (select from gone) and not exists (select from event_outbox where topic = ${EVERY_TOPIC})
    )
    select count(*)::int as gone from gone`.execute(db);
  return rows[0]?.gone ?? 0;
};

export const measureEvents = async (db: Db): Promise<{ depth: number; oldestAgeS: number }> => {
  const { rows } = await sql<{ depth: number; oldest_age_s: number }>`
    select count(*)::int as depth, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_age_s
    from event_outbox`.execute(db);
  return { depth: rows[0]?.depth ?? 0, oldestAgeS: rows[0]?.oldest_age_s ?? 0 };
};
