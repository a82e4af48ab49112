-- Actions of labellers, one function call each. To avoid deadlocks, every function locks in this order: the person whose
-- label it is, items by number, leases, leases of adjudicators, reviews, revisions. The person who claims is locked before
-- everything else and is never waited for with an item locked. The task row is only read: a submission that runs at the
-- moment of closing may still count. A lock out of order is taken only with SKIP LOCKED. These locks are FOR NO KEY UPDATE,
-- so that foreign key checks never wait. `is_internal` says whether the caller may label every task; others must have been
-- asked, by name or as one of a group.

-- Whether a person is in a group that a task is given to: they hold its code now.
create or replace function is_in_label_group(of_task uuid, who uuid) returns boolean
language sql stable as $$
  select exists (select from label_group g join console_user_permission h on h.user_id = who and h.code = g.code
    where g.task_id = of_task)
$$;

create or replace function may_label(of_task uuid, who uuid, is_internal boolean) returns boolean
language sql stable as $$
  select is_internal or exists (select from label_person p where p.task_id = of_task and p.user_id = who and p.is_asked)
    or is_in_label_group(of_task, who)
$$;

-- How many prefilled fields were submitted unchanged.
create or replace function kept_prefills(edited jsonb) returns integer
language sql immutable as $$
  select count(*)::integer from jsonb_each(edited) each where each.value = 'false'::jsonb
$$;

create or replace function label_prefills(edited jsonb) returns integer
language sql immutable as $$ select count(*)::integer from jsonb_object_keys(edited) $$;

-- Whether an item was in this person's hands and cannot be given to them again.
create or replace function had_label_item(of_task uuid, of_item integer, who uuid) returns boolean
language sql stable as $$
  select exists (select from label_lease l where l.task_id = of_task and l.seq = of_item and l.user_id = who
    and l.status not in ('lost', 'released'))
$$;

-- The same values for the two clips in the other order: the choices between them change sides. `withSidesSwapped` of the
-- contract does the same.
create or replace function swap_label_sides(of_task uuid, given jsonb) returns jsonb
language sql stable as $$
  select coalesce(jsonb_object_agg(told.key, case
      when told.key = any (pairwise.keys) and told.value = '"A"' then '"B"'
      when told.key = any (pairwise.keys) and told.value = '"B"' then '"A"'
      else told.value end), given)
    from jsonb_each(given) told cross join (
      select array_agg(f ->> 'key') as keys from label_task t
        join label_template_version v on v.template_id = t.template_id and v.version = t.template_version
        cross join jsonb_array_elements(v.fields) f
        where t.id = of_task and f #>> '{input,kind}' = 'pairwise'
    ) pairwise
$$;

-- Leases an item, whose row the caller has locked, as has the row of the person. A lost or released lease is taken up again,
-- with its draft, its number and the sides of its two clips.
create or replace function lease_label_item(
  of_task uuid, of_item integer, who uuid, until timestamptz, moment timestamptz) returns uuid
language plpgsql as $$
declare
  item label_item;
  made uuid;
  is_new boolean;
begin
  update label_item set leased = leased + 1, events = events + 1,
      is_requeued = is_requeued and done + leased + 1 < overlap
    where task_id = of_task and seq = of_item returning * into item;
  insert into label_lease (id, task_id, seq, user_id, status, expires_at, claimed_at, own_number, is_swapped)
  select gen_random_uuid(), of_task, of_item, who, 'leased', until, moment, p.claims + 1,
      item.other_ordinal is not null and random() < 0.5
    from label_person p where p.task_id = of_task and p.user_id = who
  on conflict (task_id, seq, user_id) do update set
    status = 'leased', expires_at = excluded.expires_at, claimed_at = excluded.claimed_at, ended_at = null
  returning id, xmax = 0 into made, is_new;
  if is_new then
    update label_person p set claims = p.claims + 1 where p.task_id = of_task and p.user_id = who;
  end if;
  insert into label_event (task_id, seq, n, event, user_id, by_id, at)
  values (of_task, of_item, item.events, 'claimed', who, who, moment);
  return made;
end
$$;

-- Ends a lease whose item the caller has locked, so that others can claim the item.
create or replace function end_locked_label_lease(
  lease label_lease, how text, by_whom uuid, why text, words text, moment timestamptz) returns void
language plpgsql as $$
declare
  item label_item;
begin
  update label_lease set status = how, ended_at = moment where id = lease.id;
  update label_item set leased = leased - 1, events = events + 1, is_requeued = lease.seq <= max_label_items()
    where task_id = lease.task_id and seq = lease.seq returning * into item;
  insert into label_event (task_id, seq, n, event, user_id, by_id, at, seconds, skip_reason, skip_note)
  values (lease.task_id, lease.seq, item.events, how, lease.user_id, by_whom, moment,
    greatest(extract(epoch from moment - lease.claimed_at), 0), why, coalesce(words, ''));
end
$$;

-- Ends expired leases, of one task or of all.
create or replace function sweep_label_leases(moment timestamptz, most integer, only_task uuid) returns integer
language plpgsql as $$
declare
  overdue label_lease;
  swept integer := 0;
begin
  for overdue in
    select l.* from label_lease l join label_item i on i.task_id = l.task_id and i.seq = l.seq
      where l.status = 'leased' and l.expires_at <= moment and (only_task is null or l.task_id = only_task)
      order by l.expires_at limit most for no key update of i, l skip locked
  loop
    perform end_locked_label_lease(overdue, 'lost', overdue.user_id, null, null, moment);
    swept := swept + 1;
  end loop;
  return swept;
end
$$;

-- An item whose lease this person lost with a draft, if it still needs labels.
create or replace function find_lost_label_item(of_task uuid, who uuid) returns integer
language plpgsql as $$
declare
  found_item integer;
begin
  select i.seq into found_item from label_lease l join label_item i on i.task_id = l.task_id and i.seq = l.seq
    where l.user_id = who and l.task_id = of_task and l.status = 'lost' and l.draft is not null
      and i.done + i.leased < i.overlap
    order by l.claimed_at limit 1 for no key update of i skip locked;
  return found_item;
end
$$;

-- An item that opened again, and that this person has not had.
create or replace function find_requeued_label_item(of_task uuid, who uuid) returns integer
language plpgsql as $$
declare
  found_item integer;
begin
  select i.seq into found_item from label_item i
    where i.task_id = of_task and i.is_requeued and i.done + i.leased < i.overlap
      and not had_label_item(of_task, i.seq, who)
    order by i.seq limit 1 for no key update of i skip locked;
  return found_item;
end
$$;

-- The next item in order that needs labels, and that this person has not had.
create or replace function find_open_label_item(of_task uuid, who uuid, after integer) returns integer
language plpgsql as $$
declare
  found_item integer;
begin
  select i.seq into found_item from label_item i
    where i.task_id = of_task and i.seq > after and i.seq <= max_label_items() and i.done + i.leased < i.overlap
      and not had_label_item(of_task, i.seq, who)
    order by i.seq limit 1 for no key update of i skip locked;
  return found_item;
end
$$;

-- Leases items to a person, in this order: labels that a reviewer returned, other current leases, lost ones with a draft,
-- occasionally a gold item, items that opened again, and the next ones in order. Each search begins after the items that are
-- settled for this person, so its cost does not grow with the task. While a task is paused, only current leases are returned. Reports busy while
-- others lock all items that are left.
create or replace function claim_label_items(
  of_task uuid, who uuid, is_internal boolean, wanted integer, most integer, moment timestamptz)
returns table (outcome text, leases uuid[])
language plpgsql as $$
declare
  person label_person;
  task label_task;
  held uuid[];
  until timestamptz;
  item integer;
  issued integer := 0;
  first_open integer;
begin
  select * into task from label_task t where t.id = of_task;
  if not found or not may_label(of_task, who, is_internal) then return query select 'no_task', '{}'::uuid[]; return; end if;
  if task.status not in ('Open', 'Paused') then return query select task.status, '{}'::uuid[]; return; end if;
  insert into label_person (task_id, user_id) values (of_task, who) on conflict do nothing;
  select * into person from label_person p where p.task_id = of_task and p.user_id = who for no key update;
  until := moment + make_interval(mins => task.lease_minutes);

  with kept as (
    update label_lease l set expires_at = greatest(l.expires_at, until)
      where l.user_id = who and l.task_id = of_task and l.status = 'leased' returning l.id, l.claimed_at, l.seq, l.returned_at
  )
  select coalesce(array_agg(kept.id order by kept.returned_at, kept.claimed_at, kept.seq), '{}') into held from kept;

  while task.status = 'Open' and cardinality(held) < least(wanted, most) loop
    item := find_lost_label_item(of_task, who);
    if item is null and task.gold_share > 0 and is_gold_drawn(task, who, person.claims + issued) then
      item := find_gold_label_item(task, who);
    end if;
    item := coalesce(item, find_requeued_label_item(of_task, who), find_open_label_item(of_task, who, person.settled_seq));
    if item is null and sweep_label_leases(moment, 20, of_task) > 0 then
      item := find_requeued_label_item(of_task, who);
    end if;
    exit when item is null;
    held := held || lease_label_item(of_task, item, who, until, moment);
    issued := issued + 1;
  end loop;
  if issued > 0 then
    -- Read without locks: an item that somebody else is claiming now may still be open afterwards.
    select i.seq into first_open from label_item i
      where i.task_id = of_task and i.seq > person.settled_seq and i.seq <= max_label_items()
        and i.done + i.leased < i.overlap and not had_label_item(of_task, i.seq, who)
      order by i.seq limit 1;
    update label_person set settled_seq = greatest(settled_seq, coalesce(first_open - 1, task.items_total))
      where task_id = of_task and user_id = who;
  end if;
  -- Two searches: each needs its own index.
  if task.status = 'Open' and held = '{}' and (
    exists (select from label_item i where i.task_id = of_task and i.is_requeued and i.done + i.leased < i.overlap
      and not had_label_item(of_task, i.seq, who))
    or exists (select from label_item i
      where i.task_id = of_task and i.seq > person.settled_seq and i.seq <= max_label_items()
        and i.done + i.leased < i.overlap and not had_label_item(of_task, i.seq, who))) then
    return query select 'busy', '{}'::uuid[]; return;
  end if;
  return query select case task.status when 'Open' then 'ok' else 'Paused' end, held[1:wanted];
end
$$;

-- Renews leases; returns those that are still held.
create or replace function renew_label_leases(wanted uuid[], who uuid, is_internal boolean, moment timestamptz)
returns table (lease_id uuid, lease_until timestamptz)
language sql as $$
  update label_lease l set expires_at = greatest(l.expires_at, moment + make_interval(mins => t.lease_minutes))
    from label_task t
    where l.id = any (wanted) and l.user_id = who and l.status = 'leased' and t.id = l.task_id
      and t.status in ('Open', 'Paused') and may_label(l.task_id, who, is_internal)
    -- A returned label is kept for days, but its page counts down as for the others.
    returning l.id, moment + make_interval(mins => t.lease_minutes)
$$;

-- Skips or releases an item. A label that a reviewer returned is not released: it waits for its author.
create or replace function end_label_lease(
  wanted uuid, who uuid, is_internal boolean, how text, why text, words text, moment timestamptz) returns text
language plpgsql as $$
declare
  lease label_lease;
begin
  select * into lease from label_lease where id = wanted and user_id = who;
  if not found or not may_label(lease.task_id, who, is_internal) then return 'no_lease'; end if;
  perform from label_person where task_id = lease.task_id and user_id = who for no key update;
  perform from label_item where task_id = lease.task_id and seq = lease.seq for no key update;
  select * into lease from label_lease where id = wanted for no key update;
  if lease.status = how then return 'again'; end if;
  if lease.status <> 'leased' then return lease.status; end if;
  if how = 'released' and lease.returned_at is not null then return 'ok'; end if;
  perform end_locked_label_lease(lease, how, who, why, words, moment);
  if how = 'skipped' then
    update label_person set skipped = skipped + 1, last_at = moment where task_id = lease.task_id and user_id = who;
  end if;
  return 'ok';
end
$$;

-- Why nothing more can be claimed: how many items others hold that this person could get, and when the first lease ends.
create or replace function label_queue(of_task uuid, who uuid, most integer)
returns table (leased_by_others integer, next_free_at timestamptz)
language sql stable as $$
  select count(*)::integer, min(held.expires_at) from (
    select l.expires_at from label_lease l
      where l.task_id = of_task and l.status = 'leased' and l.user_id <> who and l.seq <= max_label_items()
        and not had_label_item(of_task, l.seq, who)
      order by l.expires_at limit most
  ) held
$$;
