-- Columns beside the item table of one version: the labels of a task at one time, in a Parquet file by ordinal.
create table dataset_column_set (
  id uuid primary key,
  dataset_id uuid not null,
  version integer not null,
  -- The first part of the column names.
  name text not null check (name ~ '^[a-z][a-z0-9_]{0,39}$'),
  columns jsonb not null,
  -- The label task that the values come from.
  task_id uuid not null,
  task_name text not null check (length(task_name) <= 200),
  answers text not null check (answers in ('raw', 'majority', 'adjudicated')),
  as_of timestamptz not null,
  status text not null check (status in ('Waiting', 'Running', 'Finished', 'Failed', 'Cancelled')),
  rows_done bigint not null default 0 check (rows_done >= 0),
  bytes bigint check (bytes >= 0),
  object_key text check (length(object_key) <= 1000),
  sha256 text check (length(sha256) = 64),
  error text check (length(error) <= 500),
  request_key uuid not null,
  created_by uuid not null references console_user (id),
  created_at timestamptz not null,
  finished_at timestamptz,
  deleted_at timestamptz,
  -- When the file of a deleted set was removed.
  object_removed_at timestamptz,
  constraint dataset_column_set_made_once unique (created_by, request_key),
  constraint dataset_column_set_end_has_time check ((status in ('Waiting', 'Running')) = (finished_at is null)),
  foreign key (dataset_id, version) references dataset_version (dataset_id, version)
) with (fillfactor = 70);
-- A name means the same for ever, because filters that were kept elsewhere contain it: it stays taken after a deletion.
create unique index dataset_column_set_name_once on dataset_column_set (dataset_id, version, name)
  where status not in ('Failed', 'Cancelled');
create index dataset_column_set_of_task on dataset_column_set (task_id, created_at desc);
create index dataset_column_set_to_remove on dataset_column_set (deleted_at)
  where deleted_at is not null and object_removed_at is null;
