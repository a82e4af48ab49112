-- An unguessable key that reveals nothing about the clip's origin.
create or replace function new_judged_key() returns text
language plpgsql volatile as $$
declare
  name text := replace(gen_random_uuid()::text, '-', '');
begin
  return 'judged/' || left(name, 2) || '/' || name;
end
$$;

-- Leases waiting clips to a worker, each to one at a time; a lease that is not completed expires. The key is assigned
-- here once, so that a retry overwrites the first attempt and leaves no orphan.
create or replace function claim_clips(of_task uuid, at_most integer, for_s double precision) returns setof bigint
language sql volatile as $$
  update evaluation_clip c set
    taken_until = clock_timestamp() + make_interval(secs => for_s),
    tries = least(c.tries + 1, 1000),
    judged_key = coalesce(c.judged_key, new_judged_key())
  where c.id in (
    select w.id from evaluation_clip w
      where w.task_id = of_task and w.status = 'waiting' and w.is_current and w.taken_until < clock_timestamp()
      order by w.id limit at_most for no key update skip locked)
  returning c.id
$$;

-- Completes the preparation of a clip once. Only current clips are counted; one that was replaced meanwhile is only
-- updated. Returns null when it was already completed or is gone.
create or replace function settle_clip(wanted bigint, how text, told jsonb) returns boolean
language plpgsql as $$
declare
  clip evaluation_clip;
begin
  update evaluation_clip set
    status = how, taken_until = '-infinity', error = told ->> 'error', judged_bytes = (told ->> 'bytes')::bigint,
    fps = (told ->> 'fps')::double precision, duration_s = (told ->> 'duration_s')::double precision
    where id = wanted and status = 'waiting' returning * into clip;
  if not found then return null; end if;
  if clip.is_current then
    update evaluation set
      clips_ready = clips_ready + (how = 'ready')::integer,
      clips_failed = clips_failed + (how = 'failed')::integer,
      inputs_revision = inputs_revision + 1
      where task_id = clip.task_id;
  end if;
  return clip.is_current;
end
$$;

-- The version of an AI judge, so that metrics of different versions are never mixed.
create or replace function judge_version(judge performer) returns text
language sql immutable return left(case when judge.version = '' then 'revision ' || judge.revision else judge.version end, 80);
