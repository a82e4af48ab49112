-- Workflows to start once the transaction that enqueued them has committed.
create table outbox (
  id uuid primary key,
  workflow_type text not null,
  workflow_id text not null check (length(workflow_id) <= 255),
  input jsonb not null,
  request_id text not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text
);
create index outbox_due on outbox (next_attempt_at, id);

-- Live events to publish once the transaction has committed.
create table event_outbox (
  id bigint generated always as identity primary key,
  topic text not null check (length(topic) <= 100),
  payload jsonb not null,
  created_at timestamptz not null default now()
) with (
  -- Rows are deleted almost at once: vacuum dead tuples early, so that they do not slow down the next poll.
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000
);
create index event_outbox_tasks on event_outbox (id) where topic = 'tasks';
