-- Functions in this file follow the lock order in evaluations-claims.sql.

-- Whether the evaluation is complete: no clip, judgement or regeneration is outstanding.
create or replace function is_judged(ev evaluation) returns boolean
language plpgsql stable as $$
begin
  if ev.started_at is null or ev.closed_at is not null or ev.clips_ready + ev.clips_failed < ev.clips_total
    or ev.votes_done < ev.votes_needed then return false; end if;
  return not exists (
    select from performer_task p where p.task_id = ev.task_id and p.status in ('Pending', 'Queued', 'Running'));
end
$$;

-- Submits a judgement, idempotent by client id: a retry gets the first result. An item whose lease was lost is accepted
-- if nobody else has taken it. The judgement that completes the task is refused with DA006 unless the caller has locked
-- the task and will finish it.
create or replace function submit_judgement(wanted uuid, who uuid, sent jsonb, may_finish boolean, moment timestamptz)
returns table (outcome text, judgement_id uuid, told_at timestamptz)
language plpgsql as $$
declare
  lease evaluation_lease;
  item evaluation_item;
  ev evaluation;
  before judgement;
  counts boolean;
  made uuid := gen_random_uuid();
begin
  select * into lease from evaluation_lease where id = wanted and rater_id = who;
  if not found then return query select 'no_lease', null::uuid, null::timestamptz; return; end if;
  perform from evaluation_rater where task_id = lease.task_id and user_id = who for no key update;
  select * into before from judgement j where j.rater_id = who and j.client_id = (sent ->> 'client_id')::uuid;
  if found then
    return query select case when before.lease_id = wanted then 'again' else 'other' end, before.id, before.submitted_at;
    return;
  end if;
  select * into item from evaluation_item where id = lease.item_id for no key update;
  select * into lease from evaluation_lease where id = wanted for no key update;
  counts := item.kind in ('rating', 'pairwise');
  if item.is_stale then return query select 'stale', null::uuid, null::timestamptz; return; end if;
  if lease.status in ('submitted', 'skipped') then
    return query select lease.status, null::uuid, null::timestamptz; return;
  end if;
  if lease.status <> 'leased' and item.kind <> 'gold' and item.done + item.leased >= item.needed then
    return query select 'taken', null::uuid, null::timestamptz; return;
  end if;

  update evaluation_item set done = done + 1, leased = leased - (lease.status = 'leased')::integer
    where id = item.id and kind <> 'gold';
  update evaluation_lease set status = 'submitted', ended_at = moment, draft = null, draft_saved_at = null where id = wanted;
  update evaluation_rater set submitted = submitted + 1 where task_id = lease.task_id and user_id = who;
  update evaluation set
    judgement_seq = judgement_seq + 1, votes_done = votes_done + counts::integer, inputs_revision = inputs_revision + 1
    where task_id = lease.task_id and started_at is not null and closed_at is null returning * into ev;
  if not found then raise exception 'the judging is over' using errcode = 'DA007'; end if;
  insert into judgement (id, task_id, seq, item_id, lease_id, rater_id, kind, prompt, a, b, outcome, strength, is_swapped,
    answers, marks, watched, duration_ms, client_id, submitted_at, is_counted, informed)
  values (made, lease.task_id, ev.judgement_seq, item.id, wanted, who, item.kind, item.prompt, item.a, item.b,
    case sent ->> 'choice'
      when 'A' then case when lease.is_swapped then 'b' else 'a' end
      when 'B' then case when lease.is_swapped then 'a' else 'b' end
      else sent ->> 'choice' end,
    (sent ->> 'strength')::smallint * case when lease.is_swapped then 1 else -1 end,
    lease.is_swapped, sent -> 'answers', sent -> 'marks', sent -> 'watched', (sent ->> 'duration_ms')::integer,
    (sent ->> 'client_id')::uuid, moment, counts, informed_as(lease.task_id, who));
  if counts and not may_finish and is_judged(ev) then raise exception 'the last vote' using errcode = 'DA006'; end if;
  return query select 'ok', made, moment;
end
$$;

-- Undoes a judgement: its item is leased to the rater again, with the judgement as draft. If the rater has the maximum of
-- leases, the newest one without a draft is released.
create or replace function undo_judgement(wanted uuid, who uuid, undo_s integer, lease_s integer, most integer, moment timestamptz)
returns table (outcome text, lease_id uuid)
language plpgsql as $$
declare
  told judgement;
  item evaluation_item;
  newest record;
begin
  select * into told from judgement where id = wanted and rater_id = who;
  if not found then return query select 'no_judgement', null::uuid; return; end if;
  perform from evaluation_rater where task_id = told.task_id and user_id = who for no key update;
  select * into item from evaluation_item where id = told.item_id for no key update;
  perform from evaluation_lease l where l.id = told.lease_id for no key update;
  select * into told from judgement where id = wanted for no key update;
  if told.undone_at is not null then return query select 'again', told.lease_id; return; end if;
  if told.voided_at is not null then return query select 'voided', null::uuid; return; end if;
  if item.is_stale then return query select 'stale', null::uuid; return; end if;
  if moment > told.submitted_at + make_interval(secs => undo_s) then return query select 'late', null::uuid; return; end if;

  select l.id, l.item_id into newest from evaluation_lease l join evaluation_item i on i.id = l.item_id
    where l.rater_id = who and l.task_id = told.task_id and l.status = 'leased' and l.draft is null
      and (select count(*) from evaluation_lease h
        where h.rater_id = who and h.task_id = told.task_id and h.status = 'leased') >= most
    order by l.claimed_at desc limit 1 for no key update of i, l skip locked;
  if found then
    update evaluation_lease set status = 'released', ended_at = moment where id = newest.id;
    update evaluation_item set leased = leased - 1 where id = newest.item_id and kind <> 'gold';
  end if;
  update evaluation_item set done = done - 1, leased = leased + 1 where id = item.id and kind <> 'gold';
  update evaluation_lease set
    status = 'leased', ended_at = null, expires_at = moment + make_interval(secs => lease_s),
    draft_saved_at = moment, draft = jsonb_build_object(
      'choice', case told.outcome
        when 'a' then case when told.is_swapped then 'B' else 'A' end
        when 'b' then case when told.is_swapped then 'A' else 'B' end
        else told.outcome end,
      'strength', told.strength * case when told.is_swapped then 1 else -1 end,
      'answers', told.answers, 'marks', told.marks)
    where id = told.lease_id;
  update judgement set undone_at = moment, is_counted = false where id = wanted;
  update evaluation_rater set submitted = submitted - 1 where task_id = told.task_id and user_id = who;
  update evaluation set votes_done = votes_done - told.is_counted::integer, inputs_revision = inputs_revision + 1
    where task_id = told.task_id and started_at is not null and closed_at is null;
  if not found then raise exception 'the judging is over' using errcode = 'DA007'; end if;
  return query select 'ok', told.lease_id;
end
$$;

-- Excludes a judgement from the count; its item is judged again.
create or replace function void_judgement(wanted uuid, by_whom text, why text, moment timestamptz) returns text
language plpgsql as $$
declare
  told judgement;
begin
  select * into told from judgement where id = wanted;
  if not found then return 'no_judgement'; end if;
  perform from evaluation_item where id = told.item_id for no key update;
  perform from evaluation_lease where id = told.lease_id for no key update;
  select * into told from judgement where id = wanted for no key update;
  if told.undone_at is not null then return 'undone'; end if;
  if told.voided_at is not null then return 'voided'; end if;
  update evaluation_item set done = done - 1 where id = told.item_id and kind <> 'gold' and not is_stale;
  update evaluation_lease set status = 'released' where id = told.lease_id and status = 'submitted';
  update judgement set voided_at = moment, voided_by = by_whom, void_reason = why, is_counted = false where id = wanted;
  update evaluation set votes_done = votes_done - told.is_counted::integer, inputs_revision = inputs_revision + 1
    where task_id = told.task_id;
  return 'ok';
end
$$;
