-- How sure the source of the prefilled values of an item is, from 0 to 1; null when it did not say.
alter table label_item add column prefill_score real;
-- The column that has the score of the values that fields start with; null without one.
alter table label_task add column prefill_score_column text;

-- A file with values that the fields of a task's items start with. A worker reads it in batches into label_prefill_row, then
-- compares the items of the task with those rows, range by range. How far it is, is stored with each batch and each range.
create table label_prefill (
  id uuid primary key,
  task_id uuid not null references label_task (id),
  status text not null check (status in ('Uploading', 'Waiting', 'Running', 'Finished', 'Failed', 'Cancelled')),
  file_name text not null check (length(file_name) between 1 and 300),
  format text not null check (format in ('csv', 'jsonl')),
  size_bytes bigint not null check (size_bytes > 0),
  object_key text not null check (length(object_key) <= 1000),
  -- The bytes and the line breaks of the file up to which it was read.
  bytes_read bigint not null default 0 check (bytes_read >= 0),
  lines_read integer not null default 0 check (lines_read >= 0),
  -- The header of a table; null until it is read.
  columns text[] check (cardinality(columns) between 1 and 100),
  rows_read integer not null default 0 check (rows_read >= 0),
  rows_wrong integer not null default 0 check (rows_wrong >= 0),
  -- Lines whose key an item of the task has.
  rows_found integer not null default 0 check (rows_found >= 0),
  -- Items of the task that were compared with the rows.
  items_read integer not null default 0 check (items_read >= 0),
  applied integer not null default 0 check (applied >= 0),
  -- Items that somebody has labelled or holds.
  skipped integer not null default 0 check (skipped >= 0),
  -- The first wrong lines: [{line, reason}].
  faults jsonb not null default '[]' check (jsonb_array_length(faults) <= 100),
  error text check (length(error) <= 500),
  request_key uuid not null,
  created_by uuid not null references console_user (id),
  created_at timestamptz not null,
  finished_at timestamptz,
  -- When the rows and the uploaded file were removed.
  cleared_at timestamptz,
  constraint label_prefill_made_once unique (created_by, request_key),
  constraint label_prefill_end_has_time
    check ((status in ('Uploading', 'Waiting', 'Running')) = (finished_at is null))
) with (fillfactor = 70);
create index label_prefill_of_task on label_prefill (task_id, created_at desc, id desc);
create unique index label_prefill_one_at_a_time on label_prefill (task_id) where status in ('Waiting', 'Running');
create index label_prefill_to_clear on label_prefill (created_at) where cleared_at is null;

-- The lines of a file that can be used, until they are compared with the items.
create table label_prefill_row (
  prefill_id uuid not null references label_prefill (id),
  item_key text not null check (length(item_key) between 1 and 1000),
  line integer not null check (line > 0),
  field_values jsonb not null,
  score real check (score between 0 and 1),
  -- The end of the last segment: a clip that is shorter cannot start with it.
  end_us bigint check (end_us >= 0),
  is_found boolean not null default false,
  primary key (prefill_id, item_key)
) with (fillfactor = 80);

-- When the file of an export was removed from storage.
alter table label_export add column expired_at timestamptz;
