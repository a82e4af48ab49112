-- A dataset view that is processed by a job on a Ray cluster. The output is registered as a dataset.
create table processing_run (
  id uuid primary key,
  -- Of the output dataset.
  name text not null check (length(name) between 1 and 120),
  template text not null check (length(template) <= 40),
  parameters jsonb not null,
  resources jsonb not null,
  dataset_id uuid not null,
  version integer not null,
  view_id uuid not null references dataset_view (id),
  -- Of the view at that time. A view never changes, its name may.
  query jsonb not null,
  order_by text not null check (length(order_by) <= 220),
  cluster_id uuid not null references cluster (id),
  status text not null check (status in ('Waiting', 'Running', 'Finished', 'Failed', 'Cancelled')),
  phase text check (phase in ('preparing', 'submitting', 'processing', 'registering')),
  -- Items of each part but the last. It never changes, so that a later attempt finds the parts of an earlier one.
  part_items integer not null check (part_items > 0),
  -- Set when the item list is written.
  items_total bigint check (items_total >= 0),
  parts_total integer check (parts_total >= 0),
  parts_done integer not null default 0 check (parts_done >= 0),
  -- Set when the output is registered.
  rows_out bigint check (rows_out >= 0),
  items_failed bigint check (items_failed >= 0),
  output_dataset_id uuid references dataset (id),
  cpu_seconds double precision not null default 0 check (cpu_seconds >= 0),
  gpu_seconds double precision not null default 0 check (gpu_seconds >= 0),
  attempt integer not null default 1 check (attempt > 0),
  fault text check (length(fault) <= 40),
  error text check (length(error) <= 1000),
  cancel_asked_at timestamptz,
  cancel_asked_by text check (length(cancel_asked_by) <= 254),
  -- The last answer of the cluster, and since when there is none.
  followed_at timestamptz,
  silent_since timestamptz,
  request_key uuid not null,
  created_by uuid not null references console_user (id),
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  constraint processing_run_made_once unique (created_by, request_key),
  constraint processing_run_end_has_time check ((status in ('Waiting', 'Running')) = (finished_at is null)),
  constraint processing_run_phase_while_open check (phase is null or status in ('Waiting', 'Running')),
  constraint processing_run_finished_is_whole check (
    status <> 'Finished' or (output_dataset_id is not null and rows_out is not null)
  ),
  foreign key (dataset_id, version) references dataset_version (dataset_id, version)
) with (fillfactor = 70);
create index processing_run_newest on processing_run (created_at desc, id desc);
create index processing_run_by_status on processing_run (status, created_at desc, id desc);
create index processing_run_of_cluster on processing_run (cluster_id, created_at desc, id desc);
create index processing_run_of_view on processing_run (view_id);
create index processing_run_of_version on processing_run (dataset_id, version);
create index processing_run_output on processing_run (output_dataset_id) where output_dataset_id is not null;
create index processing_run_unfinished on processing_run (created_by) where status in ('Waiting', 'Running');

-- Each attempt is one job on the cluster, with an id of its own.
create table processing_attempt (
  run_id uuid not null references processing_run (id) on delete cascade,
  number integer not null check (number > 0),
  submission_id text not null unique check (length(submission_id) <= 100),
  status text not null check (status in ('Waiting', 'Running', 'Finished', 'Failed', 'Cancelled')),
  ray_status text check (length(ray_status) <= 40),
  fault text check (length(fault) <= 40),
  error text check (length(error) <= 1000),
  log_tail text not null default '' check (length(log_tail) <= 20000),
  parts_done integer not null default 0 check (parts_done >= 0),
  cpu_seconds double precision not null default 0 check (cpu_seconds >= 0),
  gpu_seconds double precision not null default 0 check (gpu_seconds >= 0),
  request_key uuid not null unique,
  created_by text not null check (length(created_by) <= 254),
  created_at timestamptz not null,
  -- When the cluster was first known to have the job.
  submitted_at timestamptz,
  ended_at timestamptz,
  primary key (run_id, number),
  constraint processing_attempt_end_has_time check ((status in ('Waiting', 'Running')) = (ended_at is null))
);
