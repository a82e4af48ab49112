-- A leaderboard at the end of an evaluation, with all its inputs, identified by hash.
create table board_snapshot (
  id uuid primary key,
  task_id uuid not null references evaluation (task_id) on delete cascade,
  hash bytea not null check (octet_length(hash) = 32),
  object_key text not null,
  boards jsonb not null,
  votes bigint not null,
  made_by text not null check (length(made_by) <= 254),
  reason text not null check (length(reason) <= 500),
  made_at timestamptz not null
);
create index board_snapshot_of_task on board_snapshot (task_id, made_at desc);

-- The last computed leaderboard; valid as long as the revision is the same.
create table board_cache (
  task_id uuid not null references evaluation (task_id) on delete cascade,
  aggregation text not null check (aggregation in ('All', 'Average')),
  inputs_revision bigint not null,
  board jsonb not null,
  computed_at timestamptz not null,
  primary key (task_id, aggregation)
);

-- Clip metrics compared with human judgements; valid as long as the revision is the same.
create table board_metrics (
  task_id uuid primary key references evaluation (task_id) on delete cascade,
  inputs_revision bigint not null,
  metrics jsonb not null,
  computed_at timestamptz not null
);
