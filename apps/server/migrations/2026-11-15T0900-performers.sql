create table performer (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('model', 'processor', 'judge')),
  adapter text not null check (adapter in ('videos', 'fal', 'replicate', 'ark', 'comfyui', 'http')),
  endpoint text not null check (length(endpoint) <= 500),
  model text not null check (length(model) <= 200),
  version text not null check (length(version) <= 200),
  adapter_config jsonb not null,
  input_schema jsonb not null,
  capabilities text[] not null,
  concurrency integer not null check (concurrency between 1 and 10000),
  rpm integer check (rpm > 0),
  timeout_s integer not null check (timeout_s > 0),
  pricing jsonb,
  -- Sealed for this performer and this origin: it opens for no other.
  sealed_secret bytea,
  secret_origin text,
  is_enabled boolean not null,
  shared_with_internal boolean not null,
  last_ok_at timestamptz,
  last_error text check (length(last_error) <= 300),
  revision integer not null default 1 check (revision > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by text not null check (length(created_by) <= 254),
  deleted_at timestamptz,
  constraint performer_secret_has_origin check ((sealed_secret is null) = (secret_origin is null))
);
create unique index performer_name_once on performer (lower(name)) where deleted_at is null;

-- When the next call to a performer may begin, so that its rate is kept by all workers together.
create table performer_gate (
  performer_id uuid primary key references performer (id) on delete cascade,
  next_free_at timestamptz not null default '-infinity'
);

create table console_task (
  id uuid primary key,
  kind text not null check (kind in ('Benchmark', 'DataProcessing', 'Evaluation')),
  name text not null check (length(name) between 1 and 200),
  folded_name text not null generated always as (lower(name)) stored,
  description text not null check (length(description) <= 4000),
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  status text not null,
  owner_id uuid not null references console_user (id),
  -- Made by the dialog that creates: repeating it makes nothing new.
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

-- The statuses of a benchmark move along these edges only, whatever the code above believes.
create function check_benchmark_move() returns trigger language plpgsql as $$
begin
  if new.kind = 'Benchmark' and (old.status, new.status) not in (
    ('Init', 'Generating'), ('Generating', 'Benchmarking'), ('Generating', 'Init'),
    ('Benchmarking', 'Finished'), ('Benchmarking', 'Generating'), ('Finished', 'Benchmarking')
  ) then
    raise exception 'a benchmark does not go from % to %', old.status, new.status using errcode = 'DA002';
  end if;
  return new;
end
$$;
create trigger console_task_moves_along before update of status on console_task
  for each row when (old.status is distinct from new.status) execute function check_benchmark_move();

create table task_member (
  task_id uuid not null references console_task (id) on delete cascade,
  user_id uuid not null references console_user (id),
  primary key (task_id, user_id)
);
create index task_member_by_user on task_member (user_id);
