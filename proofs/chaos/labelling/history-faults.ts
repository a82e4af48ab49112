import { sql } from "kysely";
import type { Db } from "../../../apps/server/src/platform/db/database.ts";

const askFaults = async (db: Db, query: ReturnType<typeof sql<{ fault: string }>>): Promise<string[]> =>
  (await query.execute(db)).rows.map(({ fault }) => fault);

/** Replays the events of each item: at no time was it in too many hands, or twice in the same. */
export const listHandFaults = (db: Db, taskId: string): Promise<string[]> =>
  askFaults(
    db,
    sql`with told as (
      select seq, n, user_id, event,
        case when event in ('claimed', 'undone') then 1
          when event in ('submitted', 'edited', 'skipped', 'released', 'lost') then -1 else 0 end as hands,
        case when event in ('submitted', 'edited') then 1 when event = 'undone' then -1 else 0 end as labels
      from label_event where task_id = ${taskId}
    ), replayed as (
      select told.*, sum(hands + labels) over every as taken, sum(hands) over own as own_hands,
        sum(hands + labels) over own as own_taken, sum((event = 'skipped')::int) over own as own_skips
      from told window every as (partition by seq order by n), own as (partition by seq, user_id order by n)
    )
    select 'item ' || r.seq || ' was taken ' || r.taken || ' times at its event ' || r.n || ', with an overlap of ' || i.overlap
        as fault
      from replayed r join label_item i on i.task_id = ${taskId} and i.seq = r.seq where r.taken not between 0 and i.overlap
    union all
    select 'item ' || seq || ' was twice with ' || user_id || ' at its event ' || n from replayed
      where own_hands not between 0 and 1 or own_taken not between 0 and 1
    union all
    select 'item ' || seq || ' was given again to ' || user_id || ', who had skipped it' from replayed
      where event = 'claimed' and own_skips > 0`,
  );

/** Every revision has its event, and every event its revision. */
export const listRevisionFaults = (db: Db, taskId: string): Promise<string[]> =>
  askFaults(
    db,
    sql`select 'revision ' || r.revision || ' of item ' || r.seq || ' has ' || count(e.n) || ' events' as fault
      from label_revision r left join label_event e on e.task_id = r.task_id and e.seq = r.seq and e.user_id = r.user_id
        and e.revision = r.revision and e.event in ('submitted', 'edited', 'restored')
      where r.task_id = ${taskId} group by r.id having count(e.n) <> 1
    union all
    select 'revision ' || r.revision || ' of item ' || r.seq || ' was undone ' || count(e.n) || ' times by its events'
      from label_revision r left join label_event e on e.task_id = r.task_id and e.seq = r.seq and e.user_id = r.user_id
        and e.revision = r.revision and e.event = 'undone'
      where r.task_id = ${taskId} group by r.id having count(e.n) <> (r.undone_at is not null)::int
    union all
    select 'event ' || e.n || ' of item ' || e.seq || ' names revision ' || e.revision || ', which does not exist'
      from label_event e left join label_revision r on r.task_id = e.task_id and r.seq = e.seq and r.user_id = e.user_id
        and r.revision = e.revision
      where e.task_id = ${taskId} and e.revision is not null and r.id is null
    union all
    select 'revisions of item ' || seq || ' by ' || user_id || ' have gaps' from label_revision
      where task_id = ${taskId} group by seq, user_id having max(revision) <> count(*)`,
  );

/** The counters of people, counted again. */
export const listCounterFaults = (db: Db, taskId: string): Promise<string[]> =>
  askFaults(
    db,
    sql`select 'person ' || p.user_id || ' has skipped ' || p.skipped || ' and counts ' || count(l.id) as fault
      from label_person p left join label_lease l on l.task_id = p.task_id and l.user_id = p.user_id and l.status = 'skipped'
      where p.task_id = ${taskId} group by p.task_id, p.user_id having p.skipped <> count(l.id)
    union all
    select 'person ' || p.user_id || ' has spent ' || p.spent_ms || ' ms and counts ' || coalesce(sum(r.duration_ms), 0)
      from label_person p left join label_revision r on r.task_id = p.task_id and r.user_id = p.user_id and r.is_current
      where p.task_id = ${taskId} group by p.task_id, p.user_id having p.spent_ms <> coalesce(sum(r.duration_ms), 0)
    union all
    select 'person ' || p.user_id || ' has kept ' || p.prefill_kept || ' of ' || p.prefill_total || ' prefilled fields and counts '
        || coalesce(sum((each.value = 'false')::int), 0) || ' of ' || count(each.value)
      from label_person p left join label_revision r on r.task_id = p.task_id and r.user_id = p.user_id and r.is_current
        left join lateral jsonb_each_text(r.edited) each on true
      where p.task_id = ${taskId} group by p.task_id, p.user_id
      having p.prefill_total <> count(each.value) or p.prefill_kept <> coalesce(sum((each.value = 'false')::int), 0)`,
  );
