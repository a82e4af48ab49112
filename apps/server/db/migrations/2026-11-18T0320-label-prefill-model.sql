-- Prefilled values come from a file, or from a performer that is asked about each item. A performer has no file: no format
-- and no size. `file_name` is its name, and the clips that it reads are copied below `object_key` until it has answered.
-- The release that runs meanwhile writes both for every file; rows without them begin with this release.
-- squawk-ignore ban-drop-not-null
alter table label_prefill alter column format drop not null;
-- squawk-ignore ban-drop-not-null
alter table label_prefill alter column size_bytes drop not null;
alter table label_prefill add constraint label_prefill_file_has_size
  check ((format is null) = (size_bytes is null)) not valid;

-- What a performer is asked, with the limits of the run. Exists for runs of a performer only.
create table label_prefill_model (
  prefill_id uuid primary key references label_prefill (id),
  performer_id uuid not null references performer (id),
  performer_version text not null check (length(performer_version) <= 200),
  instruction text not null check (length(instruction) <= 4000),
  -- The fields of the template and the instruction, in words.
  prompt text not null check (length(prompt) between 1 and 20000),
  -- Leaves items that have prefilled values already.
  is_only_empty boolean not null,
  max_items integer not null check (max_items > 0),
  asked integer not null default 0 check (asked between 0 and max_items),
  -- The price when the run started; null without one.
  pricing jsonb,
  max_cost_micros bigint check (max_cost_micros >= 0),
  cost_micros bigint not null default 0 check (cost_micros >= 0),
  -- The limit that ended the run; null when all items were asked about.
  ended_by text check (ended_by in ('max_items', 'max_cost')),
  constraint label_prefill_model_within_cost check (cost_micros <= max_cost_micros)
) with (fillfactor = 70);
create index label_prefill_model_of_performer on label_prefill_model (performer_id);

-- The items that a performer is being asked about: each is counted once, however often its worker is killed. Removed once
-- their range is behind the run.
create table label_prefill_question (
  prefill_id uuid not null references label_prefill (id),
  seq integer not null check (seq > 0),
  is_answered boolean not null default false,
  primary key (prefill_id, seq)
);

-- The run that set the prefilled values; null for values of a column. No foreign key, as for the task of an item.
alter table label_item add column prefill_id uuid;
