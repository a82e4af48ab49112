-- Reverts what one person labelled on one day (UTC). Functions in this file follow the lock order in labelling-work.sql.

-- The labels that a person made on a day, one row for each item: the revision to revert, or null if the label changed since.
-- A restored revision is not the person's work of that day; labels of gold items are left.
create or replace function labels_of_day(of_task uuid, who uuid, day_start timestamptz)
returns table (seq integer, revision_id uuid)
language sql stable as $$
  select made.seq, r.id from (
    select distinct e.seq from label_event e
    where e.task_id = of_task and e.user_id = who and e.by_id = who and e.event in ('submitted', 'edited')
      and e.at >= day_start and e.at < day_start + interval '24 hours' and e.seq <= max_label_items()
  ) made
  left join label_revision r on r.task_id = of_task and r.seq = made.seq and r.user_id = who and r.is_current
    and r.made_by = who and r.restored_from is null
    and r.created_at >= day_start and r.created_at < day_start + interval '24 hours'
$$;

-- Withdraws a label: its item opens again, for its author too. Nothing is deleted.
create or replace function withdraw_label(wanted uuid, by_whom uuid, moment timestamptz) returns void
language plpgsql as $$
declare
  taken label_revision;
  item label_item;
begin
  select * into taken from label_revision where id = wanted;
  select * into item from label_item where task_id = taken.task_id and seq = taken.seq for no key update;
  perform from label_lease l where l.id = taken.lease_id for no key update;
  perform withdraw_label_review(taken.task_id, taken.seq, taken.user_id);
  update label_revision set undone_at = moment, is_current = false where id = wanted;
  update label_item set done = done - 1, events = events + 1, is_requeued = true, agreement = null
    where task_id = taken.task_id and seq = taken.seq;
  update label_lease set status = 'released', ended_at = moment where id = taken.lease_id;
  insert into label_event (task_id, seq, n, event, user_id, by_id, at, revision)
  values (taken.task_id, taken.seq, item.events + 1, 'undone', taken.user_id, by_whom, moment, taken.revision);
  update label_person set submitted = submitted - 1, completions = completions - (item.done = item.overlap)::integer,
      prefill_kept = prefill_kept - kept_prefills(taken.edited), prefill_total = prefill_total - label_prefills(taken.edited),
      spent_ms = spent_ms - taken.duration_ms
    where task_id = taken.task_id and user_id = taken.user_id;
end
$$;

-- Reverts the first labels of a day, at most as many as asked for: restores the revision that was current before the day, or
-- withdraws a label that was made on it. Returns the items. Repeating it goes on, and ends when nothing is left to revert.
create or replace function revert_label_day(
  of_task uuid, who uuid, day_start timestamptz, by_whom uuid, most integer, moment timestamptz) returns integer[]
language plpgsql as $$
declare
  made record;
  earlier uuid;
  reverted integer[] := '{}';
begin
  perform from label_person where task_id = of_task and user_id = who for no key update;
  for made in
    select d.seq, d.revision_id from labels_of_day(of_task, who, day_start) d
      where d.revision_id is not null order by d.seq limit most
  loop
    perform from label_item i where i.task_id = of_task and i.seq = made.seq for no key update;
    -- Somebody may have restored another revision since the list was read.
    continue when not exists (select from label_revision r where r.id = made.revision_id and r.is_current);
    select r.id into earlier from label_revision r
      where r.task_id = of_task and r.seq = made.seq and r.user_id = who and r.created_at < day_start
        and (r.undone_at is null or r.undone_at >= day_start)
      order by r.revision desc limit 1;
    if earlier is null then
      perform withdraw_label(made.revision_id, by_whom, moment);
    else
      perform restore_label(earlier, by_whom, moment);
    end if;
    reverted := reverted || made.seq;
  end loop;
  return reverted;
end
$$;
