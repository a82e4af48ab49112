-- Actions of raters, one function call each. To avoid deadlocks, every function locks in this order: the rater, items by
-- id, leases, lanes by pair, and last the evaluation row, which is the most contended and held for the shortest time.
-- Actions on the task lock it before all of these. A lock out of order is taken only with SKIP LOCKED. These locks are
-- FOR NO KEY UPDATE, so that foreign key checks never wait.

-- A deterministic number from 0 to 1, derived from the seed and the text.
create or replace function seeded_random(seed bigint, words text) returns double precision
language sql immutable parallel safe as $$
  select ((hashtextextended(words, seed) >> 12) & 4503599627370495)::double precision / 4503599627370496
$$;

-- Leases an item to a rater. A lost or released item keeps its sides and draft; a repeat item is shown with the sides
-- swapped.
create or replace function lease_item(wanted uuid, who uuid, of_seed bigint, until timestamptz, moment timestamptz) returns uuid
language plpgsql as $$
declare
  item evaluation_item;
  side boolean;
  made uuid;
begin
  update evaluation_item set leased = leased + 1 where id = wanted and kind <> 'gold';
  select * into item from evaluation_item where id = wanted;
  side := case
    when item.clip_b is null then false
    when item.kind = 'repeat' then (select not j.is_swapped from judgement j where j.id = item.repeats)
    else seeded_random(of_seed, wanted || '/' || who) < 0.5 end;
  insert into evaluation_lease (id, task_id, item_id, rater_id, status, is_swapped, expires_at, claimed_at)
  values (gen_random_uuid(), item.task_id, wanted, who, 'leased', side, until, moment)
  on conflict (item_id, rater_id) do update set
    status = 'leased', expires_at = excluded.expires_at, claimed_at = excluded.claimed_at, ended_at = null
  returning id into made;
  return made;
end
$$;

-- An item whose lease this rater lost with a draft, if it still needs judgements.
create or replace function find_lost_item(of_task uuid, who uuid) returns uuid
language plpgsql as $$
declare
  found_item uuid;
begin
  select i.id into found_item from evaluation_lease l join evaluation_item i on i.id = l.item_id
    where l.rater_id = who and l.task_id = of_task and l.status = 'lost' and l.draft is not null
      and not i.is_stale and (i.kind = 'gold' or i.done + i.leased < i.needed)
    order by l.claimed_at limit 1 for no key update of i skip locked;
  return found_item;
end
$$;

-- An item that needs judgements and that this rater has not had: the one with the fewest judgements and leases.
create or replace function find_open_item(of_task uuid, who uuid, at_most integer) returns uuid
language plpgsql as $$
declare
  found_item uuid;
begin
  select i.id into found_item from evaluation_item i
    where i.task_id = of_task and i.kind in ('rating', 'pairwise') and not i.is_stale and i.done + i.leased < i.needed
      and i.done + i.leased <= at_most
      and not exists (select from evaluation_lease l
        where l.item_id = i.id and l.rater_id = who and l.status not in ('lost', 'released'))
    order by i.done + i.leased, i.created_at, i.id limit 1 for no key update of i skip locked;
  return found_item;
end
$$;

create or replace function find_gold_item(of_task uuid, who uuid, of_seed bigint) returns uuid
language plpgsql stable as $$
declare
  found_item uuid;
begin
  select i.id into found_item from evaluation_item i
    join evaluation_clip ca on ca.id = i.clip_a and ca.status = 'ready'
    join evaluation_clip cb on cb.id = i.clip_b and cb.status = 'ready'
    where i.task_id = of_task and i.kind = 'gold' and not i.is_stale
      and not exists (select from evaluation_lease l
        where l.item_id = i.id and l.rater_id = who and l.status not in ('lost', 'released'))
    order by hashtextextended(i.id || '/' || who, of_seed) limit 1;
  return found_item;
end
$$;

-- Repeats one of this rater's judgements, drawn from those with at least ten later ones.
create or replace function make_repeat_item(of_task uuid, who uuid, of_seed bigint, moment timestamptz) returns uuid
language plpgsql as $$
declare
  made uuid;
begin
  insert into evaluation_item (id, task_id, kind, clip_a, clip_b, prompt, a, b, sample, needed, only_rater, repeats, created_at)
  select gen_random_uuid(), of_task, 'repeat', i.clip_a, i.clip_b, i.prompt, i.a, i.b, i.sample, 1, who, told.id, moment
    from (
      select j.id, j.item_id, j.is_counted from judgement j
        where j.task_id = of_task and j.rater_id = who and j.undone_at is null and j.voided_at is null
        order by j.seq desc offset 10 limit 50
    ) told join evaluation_item i on i.id = told.item_id
    -- Excludes repeat and gold items, whose judgements do not count.
    where told.is_counted and not exists (select from evaluation_item r where r.repeats = told.id)
    order by hashtextextended(told.id::text, of_seed) limit 1
  returning id into made;
  return made;
end
$$;

-- Creates an item in the lane with the fewest items, preferring the one whose entries are hardest to tell apart. Skips
-- lanes locked by other raters. If all lanes with items left are locked, it waits for the first one with `may_wait`, and
-- reports is_busy otherwise. It never waits for a clip.
create or replace function make_next_item(ev evaluation, may_wait boolean, moment timestamptz, out made uuid, out is_busy boolean)
language plpgsql as $$
declare
  lane evaluation_lane;
  tried integer[] := '{}';
  places integer := ev.prompts * ev.samples;
  start bigint;
  stride bigint;
  place integer;
  clip_a bigint;
  clip_b bigint;
begin
  is_busy := false;
  if places = 0 then return; end if;
  for attempt in 1..16 loop
    select * into lane from evaluation_lane l
      where l.task_id = ev.task_id and l.issued < l.items and not (l.a * 65536 + l.b = any (tried))
      order by l.issued, l.overlap desc, l.a, l.b limit 1 for no key update skip locked;
    if not found then
      is_busy := exists (select from evaluation_lane l
        where l.task_id = ev.task_id and l.issued < l.items and not (l.a * 65536 + l.b = any (tried)));
      exit when not is_busy or not may_wait or tried <> '{}';
      -- Choose the lane first and then lock it by key: a locking query that waits while it sorts keeps the locks of rows
      -- that no longer match, and two of them could deadlock.
      select * into lane from evaluation_lane l
        where l.task_id = ev.task_id and l.issued < l.items
        order by l.issued, l.overlap desc, l.a, l.b limit 1;
      exit when not found;
      select * into lane from evaluation_lane l
        where l.task_id = ev.task_id and l.a = lane.a and l.b = lane.b and l.issued < l.items for no key update;
      exit when not found;
    end if;

    -- A permutation of the positions below `places`, specific to this lane.
    start := (hashtextextended(lane.a || '/' || lane.b, ev.seed) & 9007199254740991) % places;
    stride := 1 + (hashtextextended(lane.b || '/' || lane.a || '/stride', ev.seed) & 9007199254740991) % places;
    while gcd(stride, places::bigint) > 1 loop stride := stride % places + 1; end loop;

    for probe in 1..least(places, 2000) loop
      place := (start + lane.step * stride) % places;
      lane.step := (lane.step + 1) % places;
      select c.id into clip_a from evaluation_clip c
        where c.task_id = ev.task_id and c.prompt = place % ev.prompts and c.entry = lane.a
          and c.sample = place / ev.prompts and c.is_current and c.status = 'ready' for share skip locked;
      continue when not found;
      clip_b := null;
      if lane.b > lane.a then
        select c.id into clip_b from evaluation_clip c
          where c.task_id = ev.task_id and c.prompt = place % ev.prompts and c.entry = lane.b
            and c.sample = place / ev.prompts and c.is_current and c.status = 'ready' for share skip locked;
        continue when not found;
      end if;
      insert into evaluation_item (id, task_id, kind, clip_a, clip_b, prompt, a, b, sample, needed, created_at)
      values (gen_random_uuid(), ev.task_id, case when clip_b is null then 'rating' else 'pairwise' end, clip_a, clip_b,
        place % ev.prompts, lane.a, lane.b, place / ev.prompts, ev.judges_per_item, moment)
      on conflict do nothing returning id into made;
      exit when made is not null;
    end loop;
    update evaluation_lane set step = lane.step, issued = issued + (made is not null)::integer
      where task_id = ev.task_id and a = lane.a and b = lane.b;
    exit when made is not null;
    -- The clips of this lane are not ready yet.
    tried := tried || (lane.a * 65536 + lane.b);
  end loop;
end
$$;

-- Ends expired leases, so that other raters can claim the items.
create or replace function sweep_leases(moment timestamptz, most integer, only_task uuid) returns integer
language plpgsql as $$
declare
  overdue record;
  swept integer := 0;
begin
  for overdue in
    select l.id, l.item_id from evaluation_lease l join evaluation_item i on i.id = l.item_id
      where l.status = 'leased' and l.expires_at <= moment and (only_task is null or l.task_id = only_task)
      order by l.expires_at limit most for no key update of i, l skip locked
  loop
    update evaluation_lease set status = 'lost', ended_at = moment where id = overdue.id;
    update evaluation_item set leased = leased - 1 where id = overdue.item_id and kind <> 'gold';
    swept := swept + 1;
  end loop;
  return swept;
end
$$;

-- Leases items to a rater, in this order: current leases, lost ones with a draft, occasionally a gold or repeat item,
-- items without judgement or lease, new items, and last items that others have judged. So every prompt and pair is judged
-- once before any is judged twice.
create or replace function claim_items(of_task uuid, who uuid, wanted integer, lease_s integer, most integer, moment timestamptz)
returns table (outcome text, leases uuid[])
language plpgsql as $$
declare
  rater evaluation_rater;
  ev evaluation;
  held uuid[];
  until timestamptz := moment + make_interval(secs => lease_s);
  luck double precision;
  item uuid;
  issued integer := 0;
  has_lane boolean := false;
  is_busy boolean;
begin
  select * into rater from evaluation_rater r
    where r.task_id = of_task and r.user_id = who and r.removed_at is null for no key update;
  if not found then return query select 'no_rater', '{}'::uuid[]; return; end if;
  select * into ev from evaluation e where e.task_id = of_task;
  if ev.started_at is null or ev.closed_at is not null then return query select 'closed', '{}'::uuid[]; return; end if;

  with kept as (
    update evaluation_lease l set expires_at = until
      where l.rater_id = who and l.task_id = of_task and l.status = 'leased' returning l.id, l.claimed_at
  )
  select coalesce(array_agg(kept.id order by kept.claimed_at, kept.id), '{}') into held from kept;

  while cardinality(held) < least(wanted, most) loop
    item := find_lost_item(of_task, who);
    luck := seeded_random(ev.seed, who || '/' || (rater.draws + issued));
    if item is null and luck < ev.gold_rate then
      item := find_gold_item(of_task, who, ev.seed);
    elsif item is null and luck < ev.gold_rate + ev.repeat_rate then
      item := make_repeat_item(of_task, who, ev.seed, moment);
    end if;
    if item is null then item := find_open_item(of_task, who, 0); end if;
    if item is null then
      -- Wait for at most one lane: two raters that each hold a lane and wait for the other's would deadlock.
      select n.made, n.is_busy into item, is_busy
        from make_next_item(ev, not has_lane, moment + issued * interval '1 microsecond') n;
      has_lane := true;
      -- Other raters hold the unjudged items at this moment; the rater's current leases are enough until then.
      exit when item is null and is_busy and held <> '{}';
      if item is null and is_busy then return query select 'busy', '{}'::uuid[]; return; end if;
    end if;
    if item is null then item := find_open_item(of_task, who, 2147483647); end if;
    if item is null and sweep_leases(moment, 20, of_task) > 0 then
      item := find_open_item(of_task, who, 2147483647);
    end if;
    exit when item is null;
    held := held || lease_item(item, who, ev.seed, until, moment + issued * interval '1 microsecond');
    issued := issued + 1;
  end loop;
  if issued > 0 then
    update evaluation_rater set draws = draws + issued where task_id = of_task and user_id = who;
  end if;
  return query select 'ok', held[1:wanted];
end
$$;

-- Ends a lease, as skipped or only released, so that other raters can claim the item.
create or replace function end_lease(wanted uuid, who uuid, how text, why text, words text, moment timestamptz) returns text
language plpgsql as $$
declare
  lease evaluation_lease;
begin
  select * into lease from evaluation_lease where id = wanted and rater_id = who;
  if not found then return 'no_lease'; end if;
  perform from evaluation_rater where task_id = lease.task_id and user_id = who for no key update;
  perform from evaluation_item where id = lease.item_id for no key update;
  select * into lease from evaluation_lease where id = wanted for no key update;
  if lease.status = how then return 'again'; end if;
  if lease.status <> 'leased' then return lease.status; end if;
  update evaluation_lease set status = how, ended_at = moment, skip_reason = why, skip_note = words where id = wanted;
  update evaluation_item set leased = leased - 1 where id = lease.item_id and kind <> 'gold';
  if how = 'skipped' then
    update evaluation_rater set skipped = skipped + 1 where task_id = lease.task_id and user_id = who;
  end if;
  return 'ok';
end
$$;
