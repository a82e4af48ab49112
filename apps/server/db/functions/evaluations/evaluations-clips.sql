-- Functions in this file follow the lock order in evaluations-claims.sql.

-- Updates the available positions of an entry's lanes after a clip was added or removed. Returns the change in the total
-- number of items.
create or replace function shift_lanes(of_task uuid, of_prompt integer, of_entry integer, of_sample smallint, by_how_many integer)
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

-- Retires a clip: its items become stale, and its judgements are kept but no longer count.
create or replace function retire_clip(of_task uuid, of_prompt integer, of_entry integer, of_sample smallint, moment timestamptz)
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
    -- A retired clip is not prepared any more.
    status = case when c.status = 'waiting' then 'failed' else c.status end,
    error = case when c.status = 'waiting' then 'it was replaced before it was ready' else c.error end
    where c.id = clip.id;
  update evaluation e set
    clips_total = clips_total - 1,
    clips_ready = clips_ready - (clip.status = 'ready')::integer,
    clips_failed = clips_failed - (clip.status = 'failed')::integer,
    votes_done = votes_done - votes, votes_needed = votes_needed + items * e.judges_per_item,
    inputs_revision = inputs_revision + 1
    where e.task_id = of_task;
  return true;
end
$$;
