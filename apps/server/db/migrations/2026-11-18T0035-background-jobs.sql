-- One row for each piece of background work, kept by triggers on the tables that the features work off
-- (db/functions/jobs-sources.sql), so that one search covers all of them without reading those tables.
create table background_job (
  -- The id of the source row where that is one uuid.
  id uuid primary key,
  kind text not null check (length(kind) <= 40),
  -- The key of the source row.
  key text not null check (length(key) <= 120),
  -- What the job works on, such as a task or a dataset.
  subject_id uuid,
  -- No foreign key: it would be checked again for a user that the source row already refers to.
  owner_id uuid,
  title text not null check (length(title) <= 300),
  status text not null check (status in ('Waiting', 'Running', 'Finished', 'Failed', 'Cancelled')),
  attempts integer not null check (attempts >= 0),
  next_run_at timestamptz,
  last_error text check (length(last_error) <= 500),
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  changed_at timestamptz not null,
  -- The last retry by an administrator. Cleared when the same row runs again.
  retried_at timestamptz,
  -- The first change of the status and the last ones: [{at, status, error}].
  timeline jsonb not null default '[]',
  constraint background_job_once unique (kind, key),
  constraint background_job_end_has_time check ((status in ('Waiting', 'Running')) = (finished_at is null))
) with (fillfactor = 80);
create index background_job_by_time on background_job (created_at desc, id desc);
-- Lists of any kinds and statuses merge the newest of each pair, so that one index serves every combination.
create index background_job_by_kind on background_job (kind, status, created_at desc, id desc);
create index background_job_by_owner on background_job (owner_id, kind, status, created_at desc, id desc);
create index background_job_by_subject on background_job (subject_id, status, created_at desc, id desc)
  where subject_id is not null;
create index background_job_by_words on background_job
  using gin (lower(title || chr(10) || coalesce(last_error, '')) gin_trgm_ops);

-- The number of jobs of a kind and status, as the sum of several rows: a writer takes one that no other holds, so that
-- writers never wait for each other.
create table background_job_count (
  id bigint generated always as identity primary key,
  kind text not null,
  status text not null,
  jobs bigint not null
) with (fillfactor = 50);
create index background_job_count_of_kind on background_job_count (kind, status);

-- Workflows of these types are not started: their starts wait in the outbox until the row is deleted.
create table paused_workflow (
  workflow_type text primary key check (length(workflow_type) <= 100),
  reason text not null check (length(reason) between 1 and 500),
  paused_by text not null check (length(paused_by) <= 254),
  paused_at timestamptz not null
);
