-- Ray clusters that are polled, and what is kept of them: pages read these tables and never ask a cluster.
create table cluster (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('Ray')),
  address text not null check (length(address) <= 500),
  -- Encrypted for this cluster and this origin; it cannot be decrypted for another.
  sealed_token bytea,
  token_origin text check (length(token_origin) <= 500),
  revision integer not null default 1 check (revision > 0),
  request_key uuid not null unique,
  created_by text not null check (length(created_by) <= 254),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- When the jobs of a deleted cluster were removed.
  emptied_at timestamptz,
  constraint cluster_token_has_origin check ((sealed_token is null) = (token_origin is null))
);
create unique index cluster_name_once on cluster (lower(name)) where deleted_at is null;
create unique index cluster_address_once on cluster (address) where deleted_at is null;
create index cluster_to_empty on cluster (deleted_at) where deleted_at is not null and emptied_at is null;

-- One row a cluster, rewritten by every poll.
create table cluster_state (
  cluster_id uuid primary key references cluster (id) on delete cascade,
  next_poll_at timestamptz not null,
  -- The poller that works on it, and the one that did so last: another one cannot rely on what it remembers.
  leased_until timestamptz,
  polled_by uuid,
  failures integer not null default 0 check (failures >= 0),
  fault text check (length(fault) <= 40),
  jobs_fault text check (length(jobs_fault) <= 40),
  tried_at timestamptz,
  seen_at timestamptz,
  ray_version text check (length(ray_version) <= 60),
  is_token_required boolean,
  head_started_at timestamptz,
  resources jsonb,
  resources_at timestamptz,
  nodes jsonb,
  nodes_alive integer check (nodes_alive >= 0),
  nodes_total integer check (nodes_total >= 0),
  nodes_at timestamptz,
  jobs_at timestamptz,
  jobs_left_out integer not null default 0 check (jobs_left_out >= 0)
) with (fillfactor = 50);
create index cluster_state_due on cluster_state (next_poll_at);

create table cluster_job (
  id uuid primary key,
  cluster_id uuid not null references cluster (id),
  -- The submission id, or the id of the driver.
  job_key text not null check (length(job_key) between 1 and 500),
  type text not null check (type in ('SUBMISSION', 'DRIVER')),
  driver_job_id text check (length(driver_job_id) <= 100),
  -- Where its driver runs, which the log is read from.
  driver_node_id text check (length(driver_node_id) <= 200),
  status text not null check (status in ('PENDING', 'RUNNING', 'STOPPED', 'SUCCEEDED', 'FAILED', 'LOST')),
  entrypoint text not null check (length(entrypoint) <= 4000),
  owner text check (length(owner) <= 254),
  gpus double precision check (gpus >= 0),
  message text check (length(message) <= 2000),
  traceback jsonb not null default '[]',
  error_type text check (length(error_type) <= 100),
  exit_code integer,
  metadata jsonb not null default '{}',
  started_at timestamptz,
  ended_at timestamptz,
  -- Lists are in this order: the start that Ray reported, or when the job was first seen.
  ordered_at timestamptz not null,
  -- Of everything above, so that a poll writes only what changed.
  fingerprint text not null check (length(fingerprint) <= 40),
  changed_at timestamptz not null,
  gone_at timestamptz,
  pipelines jsonb,
  pipelines_at timestamptz,
  blocks_done bigint check (blocks_done >= 0),
  blocks_total bigint check (blocks_total >= 0),
  log_read_at timestamptz,
  -- Nothing more will be read of a job that has ended.
  is_log_final boolean not null default false,
  stop_asked_at timestamptz,
  stop_asked_by text check (length(stop_asked_by) <= 254),
  constraint cluster_job_once unique (cluster_id, job_key),
  constraint cluster_job_end_has_time check ((status in ('PENDING', 'RUNNING')) = (ended_at is null))
) with (fillfactor = 80);
create index cluster_job_running on cluster_job (cluster_id, ordered_at desc, id desc)
  where status in ('PENDING', 'RUNNING');
create index cluster_job_ended on cluster_job (cluster_id, ordered_at desc, id desc)
  where status not in ('PENDING', 'RUNNING');

-- Whose log and pipelines are read next.
create index cluster_job_log_next on cluster_job (cluster_id, log_read_at nulls first, id)
  where not is_log_final and gone_at is null;

-- The end of a log, kept so that it outlives the cluster.
create table cluster_job_log (
  job_id uuid primary key references cluster_job (id) on delete cascade,
  cluster_id uuid not null references cluster (id),
  tail text not null check (length(tail) <= 300000),
  is_truncated boolean not null,
  read_at timestamptz not null,
  changed_at timestamptz not null
);
create index cluster_job_log_oldest on cluster_job_log (cluster_id, changed_at, job_id);
