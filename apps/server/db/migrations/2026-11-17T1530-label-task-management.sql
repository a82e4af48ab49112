-- When the items were complete for the first time; null for a task that was never open.
alter table label_task add column opened_at timestamptz;
update label_task set opened_at = updated_at where status in ('Open', 'Paused') or (status = 'Closed' and items_total > 0);
-- A deleted task is shown to nobody; its row stays, because its history does. A worker removes its items.
alter table label_task add column deleted_at timestamptz;

-- Items that are added to an open task. Their source is frozen like that of the task; items that the task has already are
-- left out.
create table label_addition (
  id uuid primary key,
  task_id uuid not null references label_task (id),
  status text not null check (status in ('Running', 'Finished', 'Failed')),
  view_id uuid references dataset_view (id),
  view_name text check (length(view_name) between 1 and 200),
  query jsonb not null,
  order_by text not null check (length(order_by) <= 220),
  -- Null for a view.
  keys text[] check (cardinality(keys) between 1 and 100000),
  added integer not null default 0 check (added >= 0),
  -- Items of the source that were in the task already.
  duplicates integer not null default 0 check (duplicates >= 0),
  missing_keys integer not null default 0 check (missing_keys >= 0),
  error text check (length(error) <= 500),
  created_by uuid not null references console_user (id),
  request_key uuid not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint label_addition_made_once unique (created_by, request_key),
  constraint label_addition_has_one_source check ((view_id is null) = (view_name is null) and (view_id is null) = (keys is not null)),
  constraint label_addition_end_has_time check ((status = 'Running') = (finished_at is null))
);
create index label_addition_of_task on label_addition (task_id, created_at desc);
create unique index label_addition_running on label_addition (task_id) where status = 'Running';
create index label_addition_by_view on label_addition (view_id);

-- Notifications about label tasks: somebody was asked to label, or a reviewer returned a label.
alter table notification add column label_task_id uuid;
alter table notification add constraint notification_label_task_id_fkey
  foreign key (label_task_id) references label_task (id) on delete cascade not valid;
alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_known check (kind in
  ('judging_opened', 'member_added', 'generation_finished', 'board_shared', 'request_decided', 'labelling_asked',
    'label_returned')) not valid;
