-- Functions in this file follow the lock order in labelling-work.sql. They are called for internal users only.

-- Whether a label is drawn for review: the same answer whenever it is asked.
create or replace function is_label_reviewed(task label_task, of_item integer, who uuid) returns boolean
language sql immutable as $$
  select label_draw(task, of_item || who::text) % 100 < task.review_share
$$;

-- Queues a label that was just submitted, if it is drawn or was reviewed before. A gold item needs no reviewer. The caller
-- holds the locks of the label.
create or replace function queue_label_review(lease label_lease, moment timestamptz) returns void
language plpgsql as $$
begin
  insert into label_review (task_id, seq, user_id, id, state, queued_at)
  select lease.task_id, lease.seq, lease.user_id, gen_random_uuid(), 'waiting', moment
    from label_task t where t.id = lease.task_id and lease.seq <= max_label_items() and (is_label_reviewed(t, lease.seq, lease.user_id) or exists (
      select from label_review v where v.task_id = lease.task_id and v.seq = lease.seq and v.user_id = lease.user_id))
  on conflict (task_id, seq, user_id) do update set
    id = excluded.id, state = 'waiting', queued_at = excluded.queued_at, reviewer_id = null, lease_until = null,
    revision = null, decided_at = null;
end
$$;

-- Takes a label out of review, because its author has undone it. Returns how often it was rejected.
create or replace function withdraw_label_review(of_task uuid, of_item integer, who uuid) returns integer
language plpgsql as $$
declare
  rejected integer;
begin
  update label_review set state = 'withdrawn', reviewer_id = null, lease_until = null, revision = null, decided_at = null
    where task_id = of_task and seq = of_item and user_id = who returning rejections into rejected;
  return coalesce(rejected, 0);
end
$$;

-- Leases labels to a reviewer, never their own: current leases first, then the labels of the author who waits longest. The
-- search asks once for each author, so its cost grows neither with the labels that wait nor with the reviewer's own.
create or replace function claim_label_reviews(
  of_task uuid, who uuid, wanted integer, lease_s integer, moment timestamptz)
returns table (outcome text, leases uuid[])
language plpgsql as $$
declare
  task label_task;
  held uuid[];
  author uuid;
  free uuid;
  is_free boolean := false;
  until timestamptz := moment + make_interval(secs => lease_s);
begin
  select * into task from label_task t where t.id = of_task;
  if not found then return query select 'no_task', '{}'::uuid[]; return; end if;
  if task.status not in ('Open', 'Paused') then return query select task.status, '{}'::uuid[]; return; end if;
  -- One claim at a time for each reviewer.
  insert into label_person (task_id, user_id) values (of_task, who) on conflict do nothing;
  perform from label_person p where p.task_id = of_task and p.user_id = who for no key update;

  with mine as (
    select v.id from label_review v where v.reviewer_id = who and v.task_id = of_task and v.lease_until is not null
      order by v.id for no key update
  ), kept as (
    update label_review v set lease_until = until from mine where v.id = mine.id returning v.id, v.queued_at, v.seq
  )
  select coalesce(array_agg(kept.id order by kept.queued_at, kept.seq), '{}') into held from kept;

  if cardinality(held) < wanted then
    for author in
      select p.user_id from label_person p cross join lateral (
          select v.queued_at from label_review v
            where v.task_id = of_task and v.user_id = p.user_id and v.state = 'waiting'
              and (v.lease_until is null or v.lease_until <= moment)
            order by v.queued_at, v.seq limit 1
        ) oldest
        where p.task_id = of_task and p.user_id <> who order by oldest.queued_at, p.user_id
    loop
      is_free := true;
      while cardinality(held) < wanted loop
        select v.id into free from label_review v
          where v.task_id = of_task and v.user_id = author and v.state = 'waiting'
            and (v.lease_until is null or v.lease_until <= moment)
          order by v.queued_at, v.seq limit 1 for no key update skip locked;
        exit when not found;
        update label_review v set reviewer_id = who, lease_until = until where v.id = free;
        held := held || free;
      end loop;
      exit when cardinality(held) >= wanted;
    end loop;
  end if;
  if held = '{}' and is_free then return query select 'busy', '{}'::uuid[]; return; end if;
  return query select 'ok', held[1:wanted];
end
$$;

-- Renews leases; returns those that are still held.
create or replace function renew_label_reviews(wanted uuid[], who uuid, lease_s integer, moment timestamptz)
returns table (lease_id uuid, lease_until timestamptz)
language sql as $$
  with mine as (
    select v.id from label_review v where v.id = any (wanted) and v.reviewer_id = who and v.lease_until is not null
      order by v.id for no key update
  )
  update label_review v set lease_until = moment + make_interval(secs => lease_s) from mine where v.id = mine.id
    returning v.id, v.lease_until
$$;

create or replace function release_label_review(wanted uuid, who uuid) returns boolean
language sql as $$
  with freed as (
    update label_review v set reviewer_id = null, lease_until = null
      where v.id = wanted and v.reviewer_id = who and v.lease_until is not null returning v.id
  )
  select exists (select from freed)
$$;

-- Writes the values of a reviewer as the next revision of a label. The caller holds the locks of the label.
create or replace function fix_label(told label_revision, by_whom uuid, sent jsonb, moment timestamptz) returns integer
language plpgsql as $$
declare
  number integer;
begin
  select max(r.revision) + 1 into number from label_revision r
    where r.task_id = told.task_id and r.seq = told.seq and r.user_id = told.user_id;
  update label_revision set is_current = false where id = told.id;
  insert into label_revision (id, task_id, seq, user_id, revision, lease_id, label_values, edited, template_version,
    guidelines_version, duration_ms, watched_s, made_by, is_current, created_at, prefill_id)
  values (gen_random_uuid(), told.task_id, told.seq, told.user_id, number, told.lease_id, sent -> 'values',
    sent -> 'edited', told.template_version, told.guidelines_version, told.duration_ms, told.watched_s, by_whom, true,
    moment, told.prefill_id);
  update label_person set
      prefill_kept = prefill_kept + kept_prefills(sent -> 'edited') - kept_prefills(told.edited),
      prefill_total = prefill_total + label_prefills(sent -> 'edited') - label_prefills(told.edited)
    where task_id = told.task_id and user_id = told.user_id;
  return number;
end
$$;

-- Returns a rejected label to its author, with the values as the draft. If the author may no longer label, the item opens
-- again for others. The caller holds the locks of the label and has locked the item before.
create or replace function return_label(
  told label_revision, before label_item, may_return boolean, return_s integer, moment timestamptz) returns void
language plpgsql as $$
begin
  update label_revision set undone_at = moment, is_current = false where id = told.id;
  update label_item set done = done - 1, leased = leased + may_return::integer, agreement = null,
      is_requeued = is_requeued or not may_return
    where task_id = told.task_id and seq = told.seq;
  update label_lease set status = case when may_return then 'leased' else 'lost' end,
      ended_at = case when may_return then null else moment end, draft = told.label_values, draft_saved_at = moment,
      returned_at = moment, expires_at = moment + make_interval(secs => return_s)
    where id = told.lease_id;
  update label_person set submitted = submitted - 1, completions = completions - (before.done = before.overlap)::integer,
      prefill_kept = prefill_kept - kept_prefills(told.edited), prefill_total = prefill_total - label_prefills(told.edited),
      spent_ms = spent_ms - told.duration_ms
    where task_id = told.task_id and user_id = told.user_id;
end
$$;

-- Decides about a label, idempotent by client id. Accept: it stays. Fix: the reviewer's values become its next revision.
-- Reject: it returns to its author; the second rejection sends the item to adjudication instead.
create or replace function decide_label_review(wanted uuid, who uuid, sent jsonb, moment timestamptz)
returns table (outcome text, of_task uuid, of_item integer, author uuid)
language plpgsql as $$
declare
  review label_review;
  item label_item;
  told label_revision;
  task_status text;
  how text;
  number integer;
  words text := coalesce(sent ->> 'note', '');
begin
  -- A label that waits again has another lease: a decision whose reply was lost is known by its key alone.
  select * into review from label_review v where v.decided_by = who and v.client_id = (sent ->> 'client_id')::uuid;
  if found then return query select 'again', review.task_id, review.seq, review.user_id; return; end if;
  select * into review from label_review v where v.id = wanted;
  if not found then return query select 'no_review', null::uuid, null::integer, null::uuid; return; end if;
  perform from label_person p where p.task_id = review.task_id and p.user_id = review.user_id for no key update;
  select * into item from label_item i where i.task_id = review.task_id and i.seq = review.seq for no key update;
  perform from label_lease l
    where l.task_id = review.task_id and l.seq = review.seq and l.user_id = review.user_id for no key update;
  select * into review from label_review v where v.id = wanted for no key update;
  if not found then return query select 'withdrawn', null::uuid, null::integer, null::uuid; return; end if;
  select * into told from label_revision r
    where r.task_id = review.task_id and r.seq = review.seq and r.user_id = review.user_id and r.is_current
    for no key update;
  select t.status into task_status from label_task t where t.id = review.task_id;
  how := case
    when review.client_id = (sent ->> 'client_id')::uuid and review.decided_by = who then 'again'
    when review.state = 'withdrawn' or told.id is null then 'withdrawn'
    when review.state <> 'waiting' then 'decided'
    when review.reviewer_id is distinct from who then 'lost'
    when task_status not in ('Open', 'Paused') then task_status
    when told.revision <> (sent ->> 'revision')::integer then 'changed'
    when sent ->> 'verdict' = 'reject' and review.rejections > 0 then 'escalated'
    else case sent ->> 'verdict' when 'accept' then 'accepted' when 'fix' then 'fixed' else 'rejected' end
  end;
  if how not in ('accepted', 'fixed', 'rejected', 'escalated') then
    return query select how, review.task_id, review.seq, review.user_id; return;
  end if;

  number := told.revision;
  if how = 'fixed' then number := fix_label(told, who, sent, moment); end if;
  if how = 'rejected' then
    perform return_label(told, item, may_label(review.task_id, review.user_id, exists (
        select from console_user u where u.id = review.user_id and u.user_role = sent ->> 'internal_role')),
      (sent ->> 'return_s')::integer, moment);
  end if;
  update label_item i set events = i.events + 1, is_escalated = i.is_escalated or how = 'escalated'
    where i.task_id = review.task_id and i.seq = review.seq returning * into item;
  insert into label_event (task_id, seq, n, event, user_id, by_id, at, revision, skip_note)
  values (review.task_id, review.seq, item.events, how, review.user_id, who, moment, number, words);
  update label_review v set state = how, lease_until = null, revision = number, decided_at = moment,
      client_id = (sent ->> 'client_id')::uuid, decided_by = who,
      rejections = v.rejections + (how in ('rejected', 'escalated'))::integer,
      note = case when how in ('rejected', 'escalated') then words else v.note end
    where v.id = wanted;
  return query select how, review.task_id, review.seq, review.user_id;
end
$$;
