-- Workflows to start once the transaction that asked for them has committed.
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
