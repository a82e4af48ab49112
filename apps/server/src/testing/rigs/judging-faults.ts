import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** Checks all invariants of a judged task, whatever ran concurrently. Empty when all hold. */
export const listJudgingFaults = async (db: Db, taskId: string): Promise<string[]> => {
  const { rows } = await sql<{ fault: string }>`
    select 'item ' || i.id || ' has ' || i.leased || ' in hand and counts ' || count(l.id) as fault
      from evaluation_item i left join evaluation_lease l on l.item_id = i.id and l.status = 'leased'
      where i.task_id = ${taskId} and i.kind <> 'gold' group by i.id having i.leased <> count(l.id)
    union all
    select 'item ' || i.id || ' has ' || i.done || ' answers and counts ' || count(j.id)
      from evaluation_item i left join judgement j on j.item_id = i.id and j.undone_at is null and j.voided_at is null
      where i.task_id = ${taskId} and i.kind <> 'gold' and not i.is_stale group by i.id having i.done <> count(j.id)
    union all
    select 'item ' || id || ' is in more hands than needed' from evaluation_item
      where task_id = ${taskId} and kind <> 'gold' and done + leased > needed
    union all
    select 'item ' || item_id || ' was answered twice by ' || rater_id from judgement
      where task_id = ${taskId} and undone_at is null and voided_at is null group by item_id, rater_id having count(*) > 1
    union all
    select 'votes are ' || e.votes_done || ' and not ' || (select count(*) from judgement j where j.task_id = e.task_id and j.is_counted)
      from evaluation e where e.task_id = ${taskId}
        and e.votes_done <> (select count(*) from judgement j where j.task_id = e.task_id and j.is_counted)
    union all
    select 'judgements have gaps' from judgement where task_id = ${taskId} having count(*) > 0 and max(seq) <> count(*)
    union all
    select 'a rater has ' || count(*) || ' in hand' from evaluation_lease
      where task_id = ${taskId} and status = 'leased' group by rater_id having count(*) > 4
    union all
    select 'lane ' || l.a || '-' || l.b || ' has issued ' || l.issued || ' and counts ' || count(i.id)
      from evaluation_lane l left join evaluation_item i on i.task_id = l.task_id and i.a = l.a and i.b = l.b
        and i.kind in ('rating', 'pairwise') and not i.is_stale
      where l.task_id = ${taskId} group by l.a, l.b, l.issued having l.issued <> count(i.id)
    union all
    select 'rater ' || r.user_id || ' has submitted ' || r.submitted || ' and counts ' || count(j.id)
      from evaluation_rater r left join judgement j on j.task_id = r.task_id and j.rater_id = r.user_id and j.undone_at is null
      where r.task_id = ${taskId} group by r.user_id, r.submitted having r.submitted <> count(j.id)
    union all
    select 'votes needed are ' || e.votes_needed || ' and not ' || e.judges_per_item * sum(l.items)
      from evaluation e join evaluation_lane l on l.task_id = e.task_id
      where e.task_id = ${taskId} group by e.task_id having e.votes_needed <> e.judges_per_item * sum(l.items)
    union all
    select 'lane ' || l.a || '-' || l.b || ' has room for ' || l.available || ' and not ' || count(*)
      from evaluation_lane l
      join evaluation_clip ca on ca.task_id = l.task_id and ca.entry = l.a and ca.is_current and ca.status <> 'failed'
      join evaluation_clip cb on cb.task_id = l.task_id and cb.entry = l.b and cb.prompt = ca.prompt and cb.sample = ca.sample
        and cb.is_current and cb.status <> 'failed'
      where l.task_id = ${taskId} group by l.a, l.b, l.available having l.available <> count(*)`.execute(db);
  return rows.map(({ fault }) => fault);
};
