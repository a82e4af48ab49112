-- Imports of benchmark rows from a sample of a dataset, run by workers. The items wait in a table of their own until all
-- of them are read; then one transaction adds the rows.
create table benchmark_row_import (
  id uuid primary key,
  task_id uuid not null references benchmark (task_id) on delete cascade,
  dataset_id uuid not null,
  version integer not null,
  query jsonb not null,
  seed bigint not null check (seed >= 0),
  wanted_items integer not null check (wanted_items between 1 and 5000),
  mapping jsonb not null,
  skips_repeated boolean not null,
  status text not null check (status in ('Waiting', 'Running', 'Finished', 'Failed', 'Cancelled')),
  items_done integer not null default 0 check (items_done >= 0),
  items_total integer check (items_total >= 0),
  rows_added integer not null default 0 check (rows_added >= 0),
  rows_repeated integer not null default 0 check (rows_repeated >= 0),
  left_out jsonb not null default '[]',
  error text check (length(error) <= 500),
  request_key uuid not null,
  created_by uuid not null references console_user (id),
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint benchmark_row_import_made_once unique (created_by, request_key),
  constraint benchmark_row_import_end_has_time check ((status in ('Waiting', 'Running')) = (finished_at is null)),
  constraint benchmark_row_import_counts check (items_done <= coalesce(items_total, 0)),
  foreign key (dataset_id, version) references dataset_version (dataset_id, version)
) with (fillfactor = 70);
create index benchmark_row_import_of_task on benchmark_row_import (task_id, created_at desc, id desc);
create unique index benchmark_row_import_one_at_a_time on benchmark_row_import (task_id)
  where status in ('Waiting', 'Running');

create table benchmark_import_item (
  import_id uuid not null references benchmark_row_import (id) on delete cascade,
  position integer not null check (position >= 0),
  key text not null,
  fields jsonb not null,
  media jsonb,
  -- What was stored for the row's image and video inputs, by input.
  files jsonb not null default '{}',
  fault text check (length(fault) <= 500),
  read_at timestamptz,
  primary key (import_id, position)
) with (fillfactor = 70);

-- The item that a row was imported from, so that no item of an import can become two rows.
alter table benchmark_row add column import_id uuid;
alter table benchmark_row add column import_position integer;
