-- Functions in this file follow the lock order in labelling-work.sql.

-- Submits a label, idempotent by client id: a retry gets the first result. The values of a lost or released lease, and of a
-- task that has closed, are kept as the draft.
create or replace function submit_label(wanted uuid, who uuid, is_internal boolean, sent jsonb, moment timestamptz)
returns table (outcome text, revision_id uuid, told_at timestamptz)
language plpgsql as $$
declare
  lease label_lease;
  item label_item;
  before label_revision;
  task_status text;
  number integer;
  made uuid := gen_random_uuid();
begin
  select * into lease from label_lease where id = wanted and user_id = who;
  if not found or not may_label(lease.task_id, who, is_internal) then
    return query select 'no_lease', null::uuid, null::timestamptz; return;
  end if;
  perform from label_person where task_id = lease.task_id and user_id = who for no key update;
  select * into before from label_revision r where r.made_by = who and r.client_id = (sent ->> 'client_id')::uuid;
  if found then
    return query select case when before.lease_id = wanted then 'again' else 'other' end, before.id, before.created_at;
    return;
  end if;
  select * into item from label_item where task_id = lease.task_id and seq = lease.seq for no key update;
  select * into lease from label_lease where id = wanted for no key update;
  select t.status into task_status from label_task t where t.id = lease.task_id;
  if lease.status in ('submitted', 'skipped') then
    return query select lease.status, null::uuid, null::timestamptz; return;
  end if;
  if lease.status <> 'leased' or task_status not in ('Open', 'Paused') then
    update label_lease set draft = sent -> 'values', draft_saved_at = greatest(draft_saved_at, moment) where id = wanted;
    return query select case lease.status when 'leased' then task_status else lease.status end, null::uuid, null::timestamptz;
    return;
  end if;

  select coalesce(max(r.revision), 0) + 1 into number from label_revision r
    where r.task_id = lease.task_id and r.seq = lease.seq and r.user_id = who;
  insert into label_revision (id, task_id, seq, user_id, revision, lease_id, label_values, edited, template_version,
    guidelines_version, duration_ms, watched_s, client_id, made_by, is_current, created_at, prefill_id)
  values (made, lease.task_id, lease.seq, who, number, wanted, sent -> 'values', sent -> 'edited',
    (sent ->> 'template_version')::integer, (sent ->> 'guidelines_version')::integer, (sent ->> 'duration_ms')::integer,
    (sent ->> 'watched_s')::double precision, (sent ->> 'client_id')::uuid, who, true, moment, item.prefill_id);
  update label_item set done = done + 1, leased = leased - 1, events = events + 1
    where task_id = lease.task_id and seq = lease.seq returning * into item;
  update label_lease set status = 'submitted', ended_at = moment, draft = null, draft_saved_at = null, returned_at = null
    where id = wanted;
  perform queue_label_review(lease, moment);
  insert into label_event (task_id, seq, n, event, user_id, by_id, at, seconds, revision)
  values (lease.task_id, lease.seq, item.events, case number when 1 then 'submitted' else 'edited' end, who, who, moment,
    (sent ->> 'duration_ms')::double precision / 1000, number);
  update label_person set submitted = submitted + 1,
      completions = completions + (item.done = item.overlap and item.seq <= max_label_items())::integer,
      gold_submitted = gold_submitted + (item.seq > max_label_items())::integer,
      prefill_kept = prefill_kept + kept_prefills(sent -> 'edited'),
      prefill_total = prefill_total + label_prefills(sent -> 'edited'),
      spent_ms = spent_ms + (sent ->> 'duration_ms')::integer, last_at = moment
    where task_id = lease.task_id and user_id = who;
  return query select 'ok', made, moment;
end
$$;

-- Undoes a label: its item is leased to the person again, with the values as draft. If the person has the maximum of leases,
-- the newest one without a draft is released.
create or replace function undo_label(
  wanted uuid, who uuid, is_internal boolean, undo_s integer, most integer, moment timestamptz)
returns table (outcome text, lease_id uuid)
language plpgsql as $$
declare
  told label_revision;
  item label_item;
  newest label_lease;
  task label_task;
  is_returned boolean;
begin
  select * into told from label_revision r where r.id = wanted and r.user_id = who and r.made_by = who;
  if not found or not may_label(told.task_id, who, is_internal) then return query select 'no_label', null::uuid; return; end if;
  perform from label_person where task_id = told.task_id and user_id = who for no key update;
  select * into item from label_item where task_id = told.task_id and seq = told.seq for no key update;
  perform from label_lease l where l.id = told.lease_id for no key update;
  select * into told from label_revision where id = wanted for no key update;
  if told.undone_at is not null then return query select 'again', told.lease_id; return; end if;
  if not told.is_current then return query select 'restored', null::uuid; return; end if;
  if moment > told.created_at + make_interval(secs => undo_s) then return query select 'late', null::uuid; return; end if;
  select * into task from label_task t where t.id = told.task_id;
  if task.status not in ('Open', 'Paused') then return query select task.status, null::uuid; return; end if;

  select l.* into newest from label_lease l join label_item i on i.task_id = l.task_id and i.seq = l.seq
    where l.user_id = who and l.task_id = told.task_id and l.status = 'leased' and l.draft is null
      and (select count(*) from label_lease h
        where h.user_id = who and h.task_id = told.task_id and h.status = 'leased' and h.returned_at is null) >= most
    order by l.claimed_at desc, l.seq desc limit 1 for no key update of i, l skip locked;
  if found then perform end_locked_label_lease(newest, 'released', who, null, null, moment); end if;

  -- A label that a reviewer had rejected stays with its author, as before it was submitted again.
  is_returned := withdraw_label_review(told.task_id, told.seq, who) > 0;
  update label_revision set undone_at = moment, is_current = false where id = wanted;
  update label_item set done = done - 1, leased = leased + 1, events = events + 1, agreement = null
    where task_id = told.task_id and seq = told.seq;
  update label_lease set status = 'leased', ended_at = null, draft = told.label_values, draft_saved_at = moment,
      returned_at = case when is_returned then moment end,
      expires_at = moment + case when is_returned then interval '3 days' else make_interval(mins => task.lease_minutes) end
    where id = told.lease_id;
  insert into label_event (task_id, seq, n, event, user_id, by_id, at, revision)
  values (told.task_id, told.seq, item.events + 1, 'undone', who, who, moment, told.revision);
  update label_person set submitted = submitted - 1,
      completions = completions - (item.done = item.overlap and item.seq <= max_label_items())::integer,
      gold_submitted = gold_submitted - (item.seq > max_label_items())::integer,
      prefill_kept = prefill_kept - kept_prefills(told.edited), prefill_total = prefill_total - label_prefills(told.edited),
      spent_ms = spent_ms - told.duration_ms
    where task_id = told.task_id and user_id = who;
  return query select 'ok', told.lease_id;
end
$$;

-- Makes an earlier revision of a label the current one, as a new revision.
create or replace function restore_label(wanted uuid, by_whom uuid, moment timestamptz)
returns table (outcome text, revision_id uuid)
language plpgsql as $$
declare
  earlier label_revision;
  newest label_revision;
  number integer;
  item label_item;
  made uuid := gen_random_uuid();
begin
  select * into earlier from label_revision where id = wanted;
  if not found then return query select 'no_label', null::uuid; return; end if;
  perform from label_person where task_id = earlier.task_id and user_id = earlier.user_id for no key update;
  perform from label_item where task_id = earlier.task_id and seq = earlier.seq for no key update;
  select * into newest from label_revision r
    where r.task_id = earlier.task_id and r.seq = earlier.seq and r.user_id = earlier.user_id and r.is_current
    for no key update;
  if not found then return query select 'undone', null::uuid; return; end if;
  if newest.id = wanted then return query select 'current', null::uuid; return; end if;

  select max(r.revision) + 1 into number from label_revision r
    where r.task_id = earlier.task_id and r.seq = earlier.seq and r.user_id = earlier.user_id;
  update label_revision set is_current = false where id = newest.id;
  insert into label_revision (id, task_id, seq, user_id, revision, lease_id, label_values, edited, template_version,
    guidelines_version, duration_ms, watched_s, made_by, restored_from, is_current, created_at, prefill_id)
  values (made, earlier.task_id, earlier.seq, earlier.user_id, number, earlier.lease_id, earlier.label_values,
    earlier.edited, earlier.template_version, earlier.guidelines_version, earlier.duration_ms, earlier.watched_s, by_whom,
    earlier.revision, true, moment, earlier.prefill_id);
  -- The caller compares the labels again.
  update label_item set events = events + 1, agreement = null
    where task_id = earlier.task_id and seq = earlier.seq returning * into item;
  insert into label_event (task_id, seq, n, event, user_id, by_id, at, revision)
  values (earlier.task_id, earlier.seq, item.events, 'restored', earlier.user_id, by_whom, moment, number);
  update label_person set
      prefill_kept = prefill_kept + kept_prefills(earlier.edited) - kept_prefills(newest.edited),
      prefill_total = prefill_total + label_prefills(earlier.edited) - label_prefills(newest.edited),
      spent_ms = spent_ms + earlier.duration_ms - newest.duration_ms
    where task_id = earlier.task_id and user_id = earlier.user_id;
  return query select 'ok', made;
end
$$;
