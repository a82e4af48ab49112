-- Gold items: their answers are known, so that they measure attention. They are given beyond the overlap and are no data.

-- Items with a greater number are gold items in the hands of one person.
create or replace function max_label_items() returns integer
language sql immutable as $$ select 10000000 $$;

-- The same number below 2^32 for the same words. The request key is the salt, because whoever labels knows the rest.
create or replace function label_draw(task label_task, words text) returns bigint
language sql immutable as $$
  select ('x' || left(encode(sha256((task.request_key::text || task.id::text || words)::bytea), 'hex'), 8))::bit(32)::bigint
$$;

-- Whether the next item of a person is a gold one: the same answer whenever it is asked.
create or replace function is_gold_drawn(task label_task, who uuid, place integer) returns boolean
language sql immutable as $$
  select label_draw(task, 'gold' || place || who::text) % 100 < task.gold_share
$$;

-- The next gold item of a person, who is locked by the caller: the first, in an order that begins at another place for each
-- person, which they were not given and have not labelled as data. Null without one. A task has a few hundred, read in the
-- order of an index.
create or replace function find_gold_label_item(task label_task, who uuid) returns integer
language plpgsql as $$
declare
  gold label_gold;
  given integer;
  first_place integer := (label_draw(task, who::text) >> 1)::integer;
begin
  for half in 1..2 loop
    select g.* into gold from label_gold g
      where g.task_id = task.id and g.state = 'ready'
        and (half = 1 and g.place >= first_place or half = 2 and g.place < first_place)
        and not had_label_item(task.id, g.seq, who)
        and not exists (select from label_gold_item n where n.task_id = g.task_id and n.user_id = who
          and n.item_seq = g.seq and had_label_item(task.id, n.seq, who))
      order by g.place limit 1;
    exit when found;
  end loop;
  if gold.id is null then return null; end if;
  -- Given before, and released or lost since.
  select n.seq into given from label_gold_item n where n.task_id = task.id and n.user_id = who and n.item_seq = gold.seq;
  if found then
    perform from label_item i where i.task_id = task.id and i.seq = given and i.done + i.leased < i.overlap
      for no key update skip locked;
    return case when found then given end;
  end if;
  given := nextval('label_gold_number');
  insert into label_item (task_id, seq, item_key, ordinal, media_type, duration_us, fps, frames, other_key, other_ordinal,
    other_media_type, other_duration_us, other_fps, other_frames, prefill, prefill_score, prefill_id, overlap)
  select i.task_id, given, i.item_key, i.ordinal, i.media_type, i.duration_us, i.fps, i.frames, i.other_key, i.other_ordinal,
    i.other_media_type, i.other_duration_us, i.other_fps, i.other_frames, i.prefill, i.prefill_score, i.prefill_id, 1
    from label_item i where i.task_id = task.id and i.seq = gold.seq;
  insert into label_gold_item (task_id, user_id, item_seq, seq) values (task.id, who, gold.seq, given);
  return given;
end
$$;
