-- Workflows that the outbox relay started and whose end was not seen yet. When Temporal has lost one, as after a restore with
-- an empty Temporal, it is started again from here.
create table started_workflow (
  workflow_id text primary key check (length(workflow_id) <= 255),
  workflow_type text not null,
  input jsonb not null,
  request_id text not null,
  started_at timestamptz not null default now(),
  next_check_at timestamptz not null
);
create index started_workflow_due on started_workflow (next_check_at);
