create table benchmark (
  task_id uuid primary key references console_task (id) on delete cascade,
  samples_per_cell integer not null default 1 check (samples_per_cell between 1 and 20),
  seed_policy text not null default 'per_cell' check (seed_policy in ('fixed_per_row', 'per_cell', 'list')),
  seeds bigint[] not null default '{}',
  attempt_policy text not null default 'first_success' check (attempt_policy in ('first_success', 'latest', 'pinned')),
  concurrency integer not null default 200 check (concurrency between 1 and 10000),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  budget_micros bigint check (budget_micros >= 0),
  is_budget_hard boolean not null default false,
  template_id uuid,
  template_version integer,
  evaluation jsonb not null default '{}',
  -- Updated by each job in the transaction that completes it.
  spent_micros bigint not null default 0 check (spent_micros >= 0),
  -- Estimates of jobs that have started and not ended.
  reserved_micros bigint not null default 0 check (reserved_micros >= 0),
  -- Estimates of jobs that have not started; recounted with the progress.
  estimated_micros bigint not null default 0 check (estimated_micros >= 0),
  -- Recounted at most once a second while cells change; lists read it.
  progress jsonb not null default '{}',
  refreshed_at timestamptz not null default '-infinity',
  -- The last refresh of all unfinished jobs, which is limited to one every few seconds.
  asked_after_at timestamptz not null default '-infinity',
  -- The number of the newest generation_run.
  run integer not null default 0
);

create table benchmark_row (
  id uuid primary key,
  task_id uuid not null references benchmark (task_id) on delete cascade,
  index integer not null check (index >= 0),
  label text not null check (length(label) <= 200),
  inputs jsonb not null,
  category text not null check (length(category) <= 80),
  weight double precision not null check (weight >= 0),
  is_excluded boolean not null default false,
  constraint benchmark_row_index_once unique (task_id, index) deferrable initially immediate
);

create table benchmark_column (
  id uuid primary key,
  task_id uuid not null references benchmark (task_id) on delete cascade,
  index integer not null check (index >= 0),
  label text not null check (length(label) <= 120),
  performer_id uuid not null references performer (id),
  performer_version text not null check (length(performer_version) <= 200),
  params jsonb not null,
  is_baseline boolean not null default false,
  constraint benchmark_column_index_once unique (task_id, index) deferrable initially immediate
);
create index benchmark_column_by_performer on benchmark_column (performer_id);

create table benchmark_cell (
  id uuid primary key,
  -- No foreign keys: 100,000 cells are inserted at once, from rows and columns of a locked task, and each key would be
  -- checked for every cell. Triggers on rows and columns check that no cell is orphaned; rows and columns are deleted
  -- with their task.
  task_id uuid not null,
  row_id uuid not null,
  column_id uuid not null,
  -- Copied from the row and the column, whose order is frozen once a cell exists.
  row_index integer not null,
  col_index integer not null,
  sample smallint not null check (sample >= 0),
  status text not null check (status in ('Waiting', 'Queued', 'Running', 'Succeeded', 'Failed', 'Cancelled', 'Excluded')),
  counted_attempt_id uuid,
  latest_attempt_id uuid,
  attempt_count integer not null default 0 check (attempt_count >= 0),
  is_pinned boolean not null default false,
  is_stale boolean not null default false,
  excluded_reason text check (length(excluded_reason) <= 500),
  updated_at timestamptz not null,
  constraint benchmark_cell_once unique (task_id, row_index, col_index, sample),
  constraint benchmark_cell_excluded_says_why check (status <> 'Excluded' or excluded_reason is not null)
) with (fillfactor = 80);
-- No index contains the status, so that status changes are HOT updates; a task's cells are counted by its own index.

-- One run of jobs of a task: the whole grid, the cells of a new row, or a retry of failed ones.
create table generation_run (
  task_id uuid not null references benchmark (task_id) on delete cascade,
  run integer not null check (run > 0),
  reason text not null,
  requested_by text not null check (length(requested_by) <= 254),
  -- Incremented when the workflow of the run was lost and is restarted.
  restarts integer not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (task_id, run)
);
create index generation_run_open on generation_run (started_at) where finished_at is null;

-- One job at a performer. An attempt at a cell is a job with a cell.
create table performer_task (
  id uuid primary key,
  -- No foreign key: checked when a performer is deleted, not for each of 100,000 jobs.
  performer_id uuid not null,
  performer_version text not null check (length(performer_version) <= 200),
  source text not null check (source in ('playground', 'benchmark', 'processing')),
  -- The task of the cell. No foreign key: tasks are never deleted, only marked as deleted.
  task_id uuid,
  -- No foreign key: inserted with its cell or under the cell's lock, and checked once per statement when cells are deleted.
  cell_id uuid,
  attempt_n integer check (attempt_n > 0),
  reason text check (reason in ('initial', 'regenerate', 'param_change', 'reuse')),
  note text not null default '' check (length(note) <= 500),
  requested_by uuid not null references console_user (id),
  -- Idempotency key of the form: a repeated request creates one job per seed.
  request_key uuid,
  request_index smallint not null default 0,
  -- The job that this one retries; jobs are never deleted.
  retry_of uuid,
  run integer,
  -- One workflow processes the jobs of a partition.
  partition integer,
  title text not null default '' check (length(title) <= 300),
  input jsonb,
  resolved_input jsonb not null,
  request_hash bytea not null check (octet_length(request_hash) = 32),
  seed_requested bigint,
  seed_used bigint,
  status text not null check (status in ('Pending', 'Queued', 'Running', 'Succeeded', 'Failed', 'Cancelled', 'Expired')),
  raw_status text check (length(raw_status) <= 200),
  progress real check (progress between 0 and 1),
  queue_position integer,
  external_id text check (length(external_id) <= 500),
  -- The provider is still working on an abandoned job: it must be cancelled there, and the slot is taken until then.
  must_cancel boolean not null default false,
  asset_id uuid references asset (id),
  output_sha256 bytea check (octet_length(output_sha256) = 32),
  probe jsonb,
  metrics jsonb,
  warnings jsonb not null default '[]',
  is_reused boolean not null default false,
  estimate_micros bigint not null default 0 check (estimate_micros >= 0),
  reserved_micros bigint not null default 0 check (reserved_micros >= 0),
  cost_micros bigint check (cost_micros >= 0),
  cost_currency text check (cost_currency ~ '^[A-Z]{3}$'),
  cost_units double precision,
  cost_unit_price_micros bigint,
  cost_basis text check (cost_basis in ('reported', 'computed', 'estimated')),
  queued_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  deadline_at timestamptz,
  next_poll_at timestamptz,
  polls integer not null default 0,
  failures integer not null default 0,
  error_code text check (length(error_code) <= 64),
  error_message text check (length(error_message) <= 500),
  error_is_retryable boolean,
  log jsonb not null default '[]',
  constraint performer_task_attempt_once unique (cell_id, attempt_n),
  constraint performer_task_success_has_output check (status <> 'Succeeded' or (asset_id is not null and output_sha256 is not null)),
  constraint performer_task_end_has_time check ((status in ('Pending', 'Queued', 'Running')) = (finished_at is null)),
  -- Only successful jobs cost anything.
  constraint performer_task_only_success_costs check (status = 'Succeeded' or coalesce(cost_micros, 0) = 0),
  constraint performer_task_end_reserves_nothing check (finished_at is null or reserved_micros = 0),
  constraint performer_task_attempt_knows_cell check ((cell_id is null) = (attempt_n is null))
) with (fillfactor = 70);
create unique index performer_task_asked_once on performer_task (requested_by, request_key, request_index)
  where request_key is not null;
-- At most one attempt per cell is in progress.
create unique index performer_task_one_under_way on performer_task (cell_id)
  where status in ('Pending', 'Queued', 'Running');
-- Unfinished jobs only: no query needs the others by task, and completing a job adds no entry.
create index performer_task_of_partition on performer_task (task_id, run, partition)
  where status in ('Pending', 'Queued', 'Running') and task_id is not null;
-- Excludes next_poll_at, which changes with every poll, so that those updates touch no index.
create index performer_task_under_way on performer_task (performer_id)
  where status in ('Pending', 'Queued', 'Running') or must_cancel;
create index performer_task_by_performer on performer_task (performer_id, queued_at desc, id);
create index performer_task_by_time on performer_task (queued_at desc, id);
create index performer_task_by_person on performer_task (requested_by, queued_at desc, id);
create index performer_task_by_end on performer_task (performer_id, finished_at) where finished_at is not null;
create index performer_task_same_request on performer_task (request_hash) where status = 'Succeeded';
create index performer_task_by_external_id on performer_task (performer_id, external_id) where external_id is not null;

-- One row per job that may be in flight at a performer: the number of rows is the concurrency limit.
create table performer_slot (
  performer_id uuid not null references performer (id) on delete cascade,
  slot integer not null check (slot >= 0),
  call_id uuid unique references performer_task (id),
  -- A free slot is always expired; a lost one becomes free at this time.
  expires_at timestamptz not null default '-infinity',
  -- A lease: until this time, one worker is processing the job and no other claims it.
  busy_until timestamptz not null default '-infinity',
  primary key (performer_id, slot)
) with (fillfactor = 50);
create index performer_slot_free on performer_slot (performer_id, expires_at);

create table webhook_delivery (
  performer_id uuid not null references performer (id) on delete cascade,
  delivery_id text not null check (length(delivery_id) <= 200),
  received_at timestamptz not null default now(),
  primary key (performer_id, delivery_id)
);
create index webhook_delivery_by_time on webhook_delivery (received_at);
