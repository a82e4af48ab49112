import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** Checks all invariants of a label task, whatever ran concurrently. Empty when all hold. */
export const listLabelFaults = async (db: Db, taskId: string): Promise<string[]> => {
  const { rows } = await sql<{ fault: string }>`
    select 'item ' || i.seq || ' has ' || i.leased || ' in hand and counts ' || count(l.id) as fault
      from label_item i left join label_lease l on l.task_id = i.task_id and l.seq = i.seq and l.status = 'leased'
      where i.task_id = ${taskId} group by i.seq, i.leased having i.leased <> count(l.id)
    union all
    select 'item ' || i.seq || ' has ' || i.done || ' labels and counts ' || count(r.id)
      from label_item i left join label_revision r on r.task_id = i.task_id and r.seq = i.seq and r.is_current
      where i.task_id = ${taskId} group by i.seq, i.done having i.done <> count(r.id)
    union all
    select 'item ' || seq || ' is in more hands than its overlap' from label_item
      where task_id = ${taskId} and done + leased > overlap
    union all
    select 'item ' || seq || ' has a current label without a submitted lease' from label_revision r
      where r.task_id = ${taskId} and r.is_current and not exists (
        select from label_lease l where l.id = r.lease_id and l.status = 'submitted')
    union all
    select 'events of item ' || i.seq || ' have gaps'
      from label_item i left join label_event e on e.task_id = i.task_id and e.seq = i.seq
      where i.task_id = ${taskId} group by i.seq, i.events
      having count(e.n) <> i.events or coalesce(max(e.n), 0) <> i.events
    union all
    select 'somebody has ' || count(*) || ' in hand' from label_lease
      where task_id = ${taskId} and status = 'leased' and returned_at is null group by user_id having count(*) > 4
    union all
    select 'the label of item ' || v.seq || ' waits for a review and does not exist' from label_review v
      where v.task_id = ${taskId} and v.state = 'waiting' and not exists (select from label_revision r
        where r.task_id = v.task_id and r.seq = v.seq and r.user_id = v.user_id and r.is_current)
    union all
    select 'item ' || i.seq || ' is incomplete and has an agreement' from label_item i
      where i.task_id = ${taskId} and i.done < i.overlap and i.agreement is not null
    union all
    select 'person ' || p.user_id || ' has submitted ' || p.submitted || ' and counts ' || count(r.id)
      from label_person p left join label_revision r on r.task_id = p.task_id and r.user_id = p.user_id and r.is_current
      where p.task_id = ${taskId} group by p.user_id, p.submitted having p.submitted <> count(r.id)
    union all
    select 'the completed items are ' || coalesce(sum(p.completions), 0) || ' and not ' || (
        select count(*) from label_item i
          where i.task_id = ${taskId} and i.done = i.overlap and i.seq <= max_label_items())
      from label_person p where p.task_id = ${taskId}
      having coalesce(sum(p.completions), 0) <> (
        select count(*) from label_item i
          where i.task_id = ${taskId} and i.done = i.overlap and i.seq <= max_label_items())
    union all
    select 'person ' || p.user_id || ' has submitted ' || p.gold_submitted || ' gold items and counts ' || count(r.id)
      from label_person p left join label_revision r on r.task_id = p.task_id and r.user_id = p.user_id and r.is_current
        and r.seq > max_label_items()
      where p.task_id = ${taskId} group by p.user_id, p.gold_submitted having p.gold_submitted <> count(r.id)
    union all
    select 'item ' || i.seq || ' is open, not requeued and settled for ' || p.user_id || ', who never had it'
      from label_item i join label_person p on p.task_id = i.task_id and p.settled_seq >= i.seq
      where i.task_id = ${taskId} and i.done + i.leased < i.overlap and not i.is_requeued
        and i.seq <= max_label_items() and not had_label_item(i.task_id, i.seq, p.user_id)`.execute(db);
  return rows.map(({ fault }) => fault);
};
