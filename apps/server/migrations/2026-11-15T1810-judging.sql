-- What raters do, each in one call. Every function locks in this order and in no other: the rater, items by their ids, leases,
-- lanes by their pairs, and last the evaluation, whose row counts for everybody and is held for the shortest time. Whoever
-- acts on the task itself holds it before all of these. Where a lock could come in another order, it is taken only if it is
-- free. The locks leave keys alone, so that a row that only refers to another never waits.

-- A number from 0 to 1 that depends on the seed and these words and on nothing else.
create function draw_evenly(seed bigint, words text) returns double precision
language sql immutable parallel safe as $$
  select ((hashtextextended(words, seed) >> 12) & 4503599627370495)::double precision / 4503599627370496
$$;

-- Puts an item into a rater's hands. One that was lost or given back comes with the sides and the draft of before; one that is
-- asked again comes with the sides exchanged.
create function lease_item(wanted uuid, who uuid, of_seed bigint, until timestamptz, moment timestamptz) returns uuid
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
    else draw_evenly(of_seed, wanted || '/' || who) < 0.5 end;
  insert into evaluation_lease (id, task_id, item_id, rater_id, status, is_swapped, expires_at, claimed_at)
  values (gen_random_uuid(), item.task_id, wanted, who, 'leased', side, until, moment)
  on conflict (item_id, rater_id) do update set
    status = 'leased', expires_at = excluded.expires_at, claimed_at = excluded.claimed_at, ended_at = null
  returning id into made;
  return made;
end
$$;

-- What this rater lost with answers in it, if it is still asked.
create function find_lost_item(of_task uuid, who uuid) returns uuid
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

-- An item that still needs judges and that this rater has not had: the one that the fewest have judged or hold.
create function find_open_item(of_task uuid, who uuid, at_most integer) returns uuid
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

create function find_gold_item(of_task uuid, who uuid, of_seed bigint) returns uuid
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

-- One of this rater's own answers once more, drawn from those with at least ten others after it.
create function make_repeat_item(of_task uuid, who uuid, of_seed bigint, moment timestamptz) returns uuid
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
    -- Only what people were asked for the first time counts.
    where told.is_counted and not exists (select from evaluation_item r where r.repeats = told.id)
    order by hashtextextended(told.id::text, of_seed) limit 1
  returning id into made;
  return made;
end
$$;

-- A new item of the lane that was asked least, among equals of the one whose entries are hardest to tell apart. Others take
-- other lanes meanwhile; only when every lane that has something left is in their hands, and only with `may_wait`, this waits
-- for the first of them; otherwise it says that they are busy. It never waits for a clip.
create function make_next_item(ev evaluation, may_wait boolean, moment timestamptz, out made uuid, out is_busy boolean)
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
      -- It is chosen first and waited for by its name: a question that waits for the first of many keeps the locks of those
      -- that no longer fit, and two of them could wait for each other.
      select * into lane from evaluation_lane l
        where l.task_id = ev.task_id and l.issued < l.items
        order by l.issued, l.overlap desc, l.a, l.b limit 1;
      exit when not found;
      select * into lane from evaluation_lane l
        where l.task_id = ev.task_id and l.a = lane.a and l.b = lane.b and l.issued < l.items for no key update;
      exit when not found;
    end if;

    -- Every number below `places` once, in an order of this lane's own.
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
    -- Its clips are not ready yet.
    tried := tried || (lane.a * 65536 + lane.b);
  end loop;
end
$$;

-- Gives back what nobody has kept in hand.
create function sweep_leases(moment timestamptz, most integer, only_task uuid) returns integer
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

-- What a rater gets to judge, in this order: what is in hand, what was lost with answers in it, now and then something that is
-- known or was answered before, what nobody has judged or holds, something new, and at last what others have judged: so every
-- prompt and pair is judged once before any of them twice.
create function claim_items(of_task uuid, who uuid, wanted integer, lease_s integer, most integer, moment timestamptz)
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
    luck := draw_evenly(ev.seed, who || '/' || (rater.draws + issued));
    if item is null and luck < ev.gold_rate then
      item := find_gold_item(of_task, who, ev.seed);
    elsif item is null and luck < ev.gold_rate + ev.repeat_rate then
      item := make_repeat_item(of_task, who, ev.seed, moment);
    end if;
    if item is null then item := find_open_item(of_task, who, 0); end if;
    if item is null then
      -- Two who each hold a lane and wait for the other's would wait for ever.
      select n.made, n.is_busy into item, is_busy
        from make_next_item(ev, not has_lane, moment + issued * interval '1 microsecond') n;
      has_lane := true;
      -- What nobody has judged is only in other hands just now: what is in these is enough until then.
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

-- Whether nothing is left to wait for: no clip, no vote, no clip that is being made again.
create function is_judged(ev evaluation) returns boolean
language plpgsql stable as $$
begin
  if ev.started_at is null or ev.closed_at is not null or ev.clips_ready + ev.clips_failed < ev.clips_total
    or ev.votes_done < ev.votes_needed then return false; end if;
  return not exists (
    select from performer_task p where p.task_id = ev.task_id and p.status in ('Pending', 'Queued', 'Running'));
end
$$;

-- One answer, once: sent again under the same id, it is answered as the first time. An item that was lost meanwhile is taken
-- back if nobody else has it. The vote that ends the task is refused with DA006 unless the caller holds the task and will end it.
create function submit_judgement(wanted uuid, who uuid, sent jsonb, may_finish boolean, moment timestamptz)
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
    judgement_seq = judgement_seq + 1, votes_done = votes_done + counts::integer, basis = basis + 1
    where task_id = lease.task_id and started_at is not null and closed_at is null returning * into ev;
  if not found then raise exception 'the judging is over' using errcode = 'DA007'; end if;
  insert into judgement (id, task_id, seq, item_id, lease_id, rater_id, kind, prompt, a, b, outcome, strength, is_swapped,
    answers, marks, watched, duration_ms, client_id, submitted_at, is_counted)
  values (made, lease.task_id, ev.judgement_seq, item.id, wanted, who, item.kind, item.prompt, item.a, item.b,
    case sent ->> 'choice'
      when 'A' then case when lease.is_swapped then 'b' else 'a' end
      when 'B' then case when lease.is_swapped then 'a' else 'b' end
      else sent ->> 'choice' end,
    (sent ->> 'strength')::smallint * case when lease.is_swapped then 1 else -1 end,
    lease.is_swapped, sent -> 'answers', sent -> 'marks', sent -> 'watched', (sent ->> 'duration_ms')::integer,
    (sent ->> 'client_id')::uuid, moment, counts);
  if counts and not may_finish and is_judged(ev) then raise exception 'the last vote' using errcode = 'DA006'; end if;
  return query select 'ok', made, moment;
end
$$;

-- Gives an item back to the others, for good or only for now.
create function end_lease(wanted uuid, who uuid, how text, why text, words text, moment timestamptz) returns text
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

-- Takes an answer back into the hand it came from, as its draft. Where that hand is full, the newest item that nobody has
-- begun goes back to the others.
create function undo_judgement(wanted uuid, who uuid, undo_s integer, lease_s integer, most integer, moment timestamptz)
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
  update evaluation set votes_done = votes_done - told.is_counted::integer, basis = basis + 1
    where task_id = told.task_id and started_at is not null and closed_at is null;
  if not found then raise exception 'the judging is over' using errcode = 'DA007'; end if;
  return query select 'ok', told.lease_id;
end
$$;

-- Takes an answer out of the count; its item is asked again.
create function void_judgement(wanted uuid, by_whom text, why text, moment timestamptz) returns text
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
  update evaluation set votes_done = votes_done - told.is_counted::integer, basis = basis + 1 where task_id = told.task_id;
  return 'ok';
end
$$;

-- After a clip of an entry has come or gone: the places of its lanes that can be asked about. Answers by how many items that
-- changes what is asked in all.
create function shift_lanes(of_task uuid, of_prompt integer, of_entry integer, of_sample smallint, by_how_many integer)
returns bigint
language plpgsql as $$
declare
  before bigint;
  after bigint;
begin
  perform from evaluation_lane l
    where l.task_id = of_task and of_entry in (l.a, l.b) order by l.a, l.b for no key update;
  select coalesce(sum(l.items), 0) into before from evaluation_lane l where l.task_id = of_task and of_entry in (l.a, l.b);
  update evaluation_lane l set available = l.available + by_how_many
    where l.task_id = of_task and of_entry in (l.a, l.b) and (l.a = l.b or exists (
      select from evaluation_clip c where c.task_id = of_task and c.prompt = of_prompt and c.sample = of_sample
        and c.entry = l.a + l.b - of_entry and c.is_current and c.status <> 'failed'));
  select coalesce(sum(l.items), 0) into after from evaluation_lane l where l.task_id = of_task and of_entry in (l.a, l.b);
  return after - before;
end
$$;

-- A clip leaves: what was asked about it is stale, what was said of it stays and leaves the count.
create function retire_clip(of_task uuid, of_prompt integer, of_entry integer, of_sample smallint, moment timestamptz)
returns boolean
language plpgsql as $$
declare
  clip evaluation_clip;
  asked uuid[];
  votes bigint;
  items bigint := 0;
begin
  select * into clip from evaluation_clip c
    where c.task_id = of_task and c.prompt = of_prompt and c.entry = of_entry and c.sample = of_sample and c.is_current
    for update;
  if not found then return false; end if;
  asked := array(
    select i.id from evaluation_item i where i.clip_a = clip.id and not i.is_stale
    union select i.id from evaluation_item i where i.clip_b = clip.id and not i.is_stale);
  perform from evaluation_item i where i.id = any (asked) order by i.id for no key update;
  perform from evaluation_lease l where l.item_id = any (asked) order by l.id for no key update;
  update evaluation_lease l set status = 'stale', ended_at = moment where l.item_id = any (asked) and l.status = 'leased';
  update evaluation_item i set is_stale = true, leased = 0 where i.id = any (asked);
  with gone as (
    update judgement j set is_counted = false
      where j.lease_id in (select l.id from evaluation_lease l where l.item_id = any (asked))
        and j.undone_at is null and j.voided_at is null and j.is_counted returning j.id
  )
  select count(*) into votes from gone;

  if clip.status <> 'failed' then items := shift_lanes(of_task, of_prompt, of_entry, of_sample, -1); end if;
  update evaluation_lane l set issued = l.issued - stale.n
    from (
      select i.a, i.b, count(*)::integer as n from evaluation_item i
        where i.id = any (asked) and i.kind in ('rating', 'pairwise') group by i.a, i.b
    ) stale
    where l.task_id = of_task and l.a = stale.a and l.b = stale.b;
  update evaluation_clip c set
    is_current = false,
    -- Nobody prepares it any more.
    status = case when c.status = 'waiting' then 'failed' else c.status end,
    error = case when c.status = 'waiting' then 'it was replaced before it was ready' else c.error end
    where c.id = clip.id;
  update evaluation e set
    clips_total = clips_total - 1,
    clips_ready = clips_ready - (clip.status = 'ready')::integer,
    clips_failed = clips_failed - (clip.status = 'failed')::integer,
    votes_done = votes_done - votes, votes_needed = votes_needed + items * e.judges_per_item, basis = basis + 1
    where e.task_id = of_task;
  return true;
end
$$;

-- A clip that was made while its benchmark is judged: it enters in the place of the one that was made again. And when there
-- will be none after all, somebody looks whether anything is still waited for.
create function follow_cell() returns trigger language plpgsql as $$
declare
  ev evaluation;
  at_entry integer;
  at_prompt integer;
  made bigint;
  items bigint;
begin
  select * into ev from evaluation e where e.task_id = new.task_id and e.started_at is not null and e.closed_at is null;
  if not found then return null; end if;
  select e.entry, p.prompt into at_entry, at_prompt from evaluation_entry e, evaluation_prompt p
    where e.task_id = ev.task_id and e.source_task_id = new.task_id and e.column_id = new.column_id
      and p.task_id = ev.task_id and p.row_index = new.row_index;
  if not found then return null; end if;

  if new.counted_attempt_id is not null then
    perform retire_clip(ev.task_id, at_prompt, at_entry, new.sample, clock_timestamp());
    insert into evaluation_clip (task_id, prompt, entry, sample, attempt_id, asset_id, sha256)
    select ev.task_id, at_prompt, at_entry, new.sample, a.id, a.asset_id, a.output_sha256
      from performer_task a where a.id = new.counted_attempt_id returning id into made;
    items := shift_lanes(ev.task_id, at_prompt, at_entry, new.sample, 1);
    update evaluation e set clips_total = clips_total + 1,
      votes_needed = votes_needed + items * e.judges_per_item, basis = basis + 1 where e.task_id = ev.task_id;
  end if;
  insert into outbox (id, workflow_type, workflow_id, input, request_id)
  values (gen_random_uuid(), 'prepareClips', 'prepare-clips-' || ev.task_id || '-' || new.latest_attempt_id,
    jsonb_build_object('taskId', ev.task_id), new.latest_attempt_id::text);
  return null;
end
$$;
create trigger benchmark_cell_is_judged after update of counted_attempt_id, status on benchmark_cell
  for each row when (
    (new.counted_attempt_id is not null and old.counted_attempt_id is distinct from new.counted_attempt_id)
    or (new.counted_attempt_id is null and new.status in ('Failed', 'Cancelled') and old.status <> new.status))
  execute function follow_cell();

-- A clip that cannot be prepared: nobody is asked about it.
create function give_up_clip() returns trigger language plpgsql as $$
declare
  items bigint;
begin
  items := shift_lanes(new.task_id, new.prompt, new.entry, new.sample, -1);
  update evaluation e set votes_needed = votes_needed + items * e.judges_per_item, basis = basis + 1
    where e.task_id = new.task_id;
  return null;
end
$$;
create trigger evaluation_clip_fails after update of status on evaluation_clip
  for each row when (new.is_current and new.status = 'failed' and old.status <> 'failed')
  execute function give_up_clip();
