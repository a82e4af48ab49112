-- Percent of the items given to a person that are gold: their answer is known, and they measure attention.
alter table label_task add column gold_share smallint not null default 0;
alter table label_task add constraint label_task_gold_share_is_percent check (gold_share between 0 and 50) not valid;

-- The position of an item among those that its holder was given. External users see it instead of the number of the item,
-- which would tell gold items. Null for leases from before.
alter table label_lease add column own_number integer;
-- How many items this person was given.
alter table label_person add column claims integer not null default 0;
-- How many of the submitted labels are of gold items, which are no data.
alter table label_person add column gold_submitted integer not null default 0;

-- Items of a task whose answers are known.
create table label_gold (
  id uuid primary key,
  task_id uuid not null references label_task (id) on delete cascade,
  item_key text not null check (length(item_key) between 1 and 1000),
  -- The item of the task; null until it is found.
  seq integer check (seq > 0),
  -- The right values, by field key; fields without one are not compared.
  answers jsonb not null,
  state text not null check (state in ('waiting', 'ready', 'missing')),
  -- A random order, in which each person begins at another place.
  place integer not null check (place >= 0),
  made_by uuid not null references console_user (id),
  created_at timestamptz not null,
  constraint label_gold_marked_once unique (task_id, item_key),
  constraint label_gold_ready_has_item check ((state = 'ready') = (seq is not null))
);
create index label_gold_by_place on label_gold (task_id, place) where state = 'ready';

-- A gold item that was given to a person: an item of its own with a number above those of all data, so that leases, drafts
-- and labels are those of any other item.
create table label_gold_item (
  task_id uuid not null,
  user_id uuid not null references console_user (id),
  -- The item that it is a copy of.
  item_seq integer not null,
  seq integer not null,
  primary key (task_id, user_id, item_seq),
  foreign key (task_id, seq) references label_item (task_id, seq) on delete cascade,
  constraint label_gold_item_numbered_once unique (task_id, seq)
);
create sequence label_gold_number as integer minvalue 10000001 start 10000001;
