create table export_job (
  id uuid primary key,
  task_ids uuid[] not null check (cardinality(task_ids) between 1 and 20),
  rows text not null check (rows in ('cells', 'judgements', 'leaderboard')),
  aggregation text not null check (aggregation in ('All', 'Average')),
  media text not null check (media in ('none', 'link', 'poster', 'attachment')),
  target jsonb not null,
  status text not null check (status in ('Waiting', 'Running', 'Finished', 'Failed', 'Cancelled')),
  rows_done bigint not null default 0 check (rows_done >= 0),
  rows_total bigint check (rows_total >= 0),
  bytes bigint check (bytes >= 0),
  object_key text,
  -- State for the next batch: where to continue, and what was created externally.
  progress jsonb not null default '{}',
  result_url text check (length(result_url) <= 1000),
  error_code text check (length(error_code) <= 64),
  error_message text check (length(error_message) <= 500),
  error_is_retryable boolean,
  created_by uuid not null references console_user (id),
  request_key uuid not null,
  -- Incremented on restart, so that a lost run can no longer write.
  run integer not null default 1,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint export_job_made_once unique (created_by, request_key),
  constraint export_job_end_has_time check ((status in ('Waiting', 'Running')) = (finished_at is null))
) with (fillfactor = 70);
create index export_job_of_person on export_job (created_by, created_at desc, id);

-- Maps our rows to external records, so that nothing is written twice and a second export updates in place.
create table export_record (
  app_token text not null check (length(app_token) <= 100),
  table_id text not null check (length(table_id) <= 100),
  row_key text not null check (length(row_key) <= 200),
  record_id text not null check (length(record_id) <= 100),
  job_id uuid not null references export_job (id),
  primary key (app_token, table_id, row_key)
);

-- Files already uploaded to an external base: each clip is uploaded once, however often its row is written.
create table export_media (
  app_token text not null check (length(app_token) <= 100),
  object_key text not null check (length(object_key) <= 900),
  file_token text not null check (length(file_token) <= 200),
  primary key (app_token, object_key)
);
