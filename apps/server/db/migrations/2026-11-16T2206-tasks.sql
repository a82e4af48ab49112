create table console_task (
  id uuid primary key,
  kind text not null check (kind in ('Benchmark', 'DataProcessing', 'Evaluation')),
  name text not null check (length(name) between 1 and 200),
  folded_name text not null generated always as (lower(name)) stored,
  description text not null check (length(description) <= 4000),
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  status text not null,
  owner_id uuid not null references console_user (id),
  -- Idempotency key of the creating form.
  request_key uuid not null,
  settings jsonb not null default '{}',
  revision integer not null default 1 check (revision > 0),
  archived_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint console_task_made_once unique (owner_id, request_key),
  constraint console_task_status_of_kind check (
    (kind = 'Benchmark' and status in ('Init', 'Generating', 'Benchmarking', 'Finished'))
    or (kind = 'DataProcessing' and status in ('Init', 'Running', 'Finished', 'Failed', 'Cancelled'))
    or (kind = 'Evaluation' and status in ('Init', 'Benchmarking', 'Finished'))
  )
);
create index console_task_by_update on console_task (updated_at desc, id) where deleted_at is null;
create index console_task_by_creation on console_task (created_at desc, id) where deleted_at is null;
create index console_task_by_name on console_task (name, id) where deleted_at is null;
create index console_task_by_words on console_task using gin (folded_name gin_trgm_ops) where deleted_at is null;
create index console_task_by_tag on console_task using gin (tags) where deleted_at is null;

create table task_member (
  task_id uuid not null references console_task (id) on delete cascade,
  user_id uuid not null references console_user (id),
  primary key (task_id, user_id)
);
create index task_member_by_user on task_member (user_id);
