-- Functions in this file follow the lock order in labelling-work.sql. They are called for internal users only.

-- Leases an item, whose row the caller has locked, unless somebody else holds it: null then.
create or replace function lease_label_adjudication(
  of_task uuid, of_item integer, who uuid, until timestamptz, moment timestamptz) returns uuid
language plpgsql as $$
declare
  made uuid;
begin
  insert into label_adjudication_lease as l (task_id, seq, id, user_id, expires_at, claimed_at)
  values (of_task, of_item, gen_random_uuid(), who, until, moment)
  on conflict (task_id, seq) do update set
    id = case when l.user_id = who then l.id else excluded.id end, user_id = who, expires_at = excluded.expires_at,
    claimed_at = excluded.claimed_at
    where l.user_id = who or l.expires_at <= moment
  returning l.id into made;
  return made;
end
$$;

-- The next item that needs an adjudicator: one that was escalated, or the one whose labels agree least, below the threshold of
-- the task. Each search has its own index, so that items above the threshold cost nothing.
create or replace function find_label_adjudication(
  of_task uuid, who uuid, below real, moment timestamptz) returns integer
language plpgsql as $$
declare
  found_item integer;
begin
  select i.seq into found_item from label_item i
    where i.task_id = of_task and i.is_escalated and not i.is_adjudicated
      and not exists (select from label_adjudication_lease l
        where l.task_id = i.task_id and l.seq = i.seq and (l.user_id = who or l.expires_at > moment))
    order by i.seq limit 1 for no key update of i skip locked;
  if found then return found_item; end if;
  select i.seq into found_item from label_item i
    where i.task_id = of_task and not i.is_adjudicated and i.agreement < 1 and i.agreement < below
      and not exists (select from label_adjudication_lease l
        where l.task_id = i.task_id and l.seq = i.seq and (l.user_id = who or l.expires_at > moment))
    order by i.agreement nulls first, i.seq limit 1 for no key update of i skip locked;
  return found_item;
end
$$;

-- Leases items to an adjudicator: current leases first, then escalated items, then those whose labels agree least.
-- `only_item` comes before them and may be adjudicated already; without it null.
create or replace function claim_label_adjudications(
  of_task uuid, who uuid, only_item integer, wanted integer, lease_s integer, moment timestamptz)
returns table (outcome text, leases uuid[])
language plpgsql as $$
declare
  task label_task;
  held uuid[];
  item integer;
  made uuid;
  below real;
  until timestamptz := moment + make_interval(secs => lease_s);
begin
  select * into task from label_task t where t.id = of_task;
  if not found then return query select 'no_task', '{}'::uuid[]; return; end if;
  below := (task.adjudicate_below / 100.0)::real;
  if task.status not in ('Open', 'Paused', 'Closed') then return query select task.status, '{}'::uuid[]; return; end if;
  -- One claim at a time for each adjudicator.
  insert into label_person (task_id, user_id) values (of_task, who) on conflict do nothing;
  perform from label_person p where p.task_id = of_task and p.user_id = who for no key update;
  if only_item is not null then
    perform from label_item i where i.task_id = of_task and i.seq = only_item and i.done > 0 for no key update;
    if not found then return query select 'no_item', '{}'::uuid[]; return; end if;
    made := lease_label_adjudication(of_task, only_item, who, until, moment);
    if made is null then return query select 'held', '{}'::uuid[]; return; end if;
  end if;

  with mine as (
    select l.id from label_adjudication_lease l where l.user_id = who and l.task_id = of_task order by l.id for no key update
  ), kept as (
    update label_adjudication_lease l set expires_at = until from mine where l.id = mine.id
      returning l.id, l.claimed_at, l.seq
  )
  select coalesce(array_agg(kept.id order by kept.seq is distinct from only_item, kept.claimed_at, kept.seq), '{}')
    into held from kept;

  while cardinality(held) < wanted loop
    item := find_label_adjudication(of_task, who, below, moment);
    exit when item is null;
    -- Null when somebody else leased it between the search and the lock.
    made := lease_label_adjudication(of_task, item, who, until, moment);
    if made is not null then held := held || made; end if;
  end loop;
  if held = '{}' and (
    exists (select from label_item i where i.task_id = of_task and i.is_escalated and not i.is_adjudicated
      and not exists (select from label_adjudication_lease l
        where l.task_id = i.task_id and l.seq = i.seq and l.expires_at > moment))
    or exists (select from label_item i
      where i.task_id = of_task and not i.is_adjudicated and i.agreement < 1 and i.agreement < below
        and not exists (select from label_adjudication_lease l
          where l.task_id = i.task_id and l.seq = i.seq and l.expires_at > moment))) then
    return query select 'busy', '{}'::uuid[]; return;
  end if;
  return query select 'ok', held[1:wanted];
end
$$;

-- Renews leases; returns those that are still held.
create or replace function renew_label_adjudications(wanted uuid[], who uuid, lease_s integer, moment timestamptz)
returns table (lease_id uuid, lease_until timestamptz)
language sql as $$
  with mine as (
    select l.id from label_adjudication_lease l where l.id = any (wanted) and l.user_id = who order by l.id for no key update
  )
  update label_adjudication_lease l set expires_at = moment + make_interval(secs => lease_s) from mine where l.id = mine.id
    returning l.id, l.expires_at
$$;

create or replace function release_label_adjudication(wanted uuid, who uuid) returns boolean
language sql as $$
  with freed as (delete from label_adjudication_lease l where l.id = wanted and l.user_id = who returning l.id)
  select exists (select from freed)
$$;

-- Decides which answer of an item counts, idempotent by client id. Earlier decisions stay as revisions.
create or replace function adjudicate_label_item(wanted uuid, who uuid, sent jsonb, moment timestamptz)
returns table (outcome text, of_task uuid)
language plpgsql as $$
declare
  lease label_adjudication_lease;
  item label_item;
  before label_adjudication;
  number integer;
begin
  select * into lease from label_adjudication_lease l where l.id = wanted;
  if found then
    select * into item from label_item i where i.task_id = lease.task_id and i.seq = lease.seq for no key update;
    select * into lease from label_adjudication_lease l where l.id = wanted and l.user_id = who for no key update;
  end if;
  select * into before from label_adjudication a where a.made_by = who and a.client_id = (sent ->> 'client_id')::uuid;
  if found then return query select 'again', before.task_id; return; end if;
  if lease.id is null then return query select 'lost', null::uuid; return; end if;
  if sent ->> 'taken_from' is not null and not exists (select from label_revision r
      where r.id = (sent ->> 'taken_from')::uuid and r.task_id = lease.task_id and r.seq = lease.seq) then
    return query select 'no_label', null::uuid; return;
  end if;

  select coalesce(max(a.revision), 0) + 1 into number from label_adjudication a
    where a.task_id = lease.task_id and a.seq = lease.seq;
  update label_adjudication a set is_current = false where a.task_id = lease.task_id and a.seq = lease.seq and a.is_current;
  insert into label_adjudication (id, task_id, seq, revision, label_values, taken_from, agreement, note, template_version,
    duration_ms, client_id, made_by, is_current, created_at)
  values (gen_random_uuid(), lease.task_id, lease.seq, number, sent -> 'values', (sent ->> 'taken_from')::uuid,
    item.agreement, coalesce(sent ->> 'note', ''), (sent ->> 'template_version')::integer,
    (sent ->> 'duration_ms')::integer, (sent ->> 'client_id')::uuid, who, true, moment);
  update label_item i set is_adjudicated = true, events = i.events + 1
    where i.task_id = lease.task_id and i.seq = lease.seq returning * into item;
  insert into label_event (task_id, seq, n, event, user_id, by_id, at, seconds, revision, skip_note)
  values (lease.task_id, lease.seq, item.events, 'adjudicated', who, who, moment,
    (sent ->> 'duration_ms')::double precision / 1000, number, coalesce(sent ->> 'note', ''));
  delete from label_adjudication_lease l where l.id = wanted;
  return query select 'ok', lease.task_id;
end
$$;
