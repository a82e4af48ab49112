-- Inference services. Their rows are the truth: what a cluster serves is written from them, and what polls saw is kept beside.
create table inference_service (
  id uuid primary key,
  -- Also the name of the application in Ray Serve.
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('Ray Serve', 'HTTP endpoint')),
  template text not null check (length(template) <= 40),
  model text not null check (length(model) <= 200),
  cluster_id uuid references cluster (id),
  address text check (length(address) <= 500),
  health_address text check (length(health_address) <= 500),
  is_paused boolean not null default false,
  -- The newest deploy, the newest that was begun to be written to the cluster, and the newest that was verified there.
  deploy_number integer not null default 0 check (deploy_number >= 0),
  put_number integer check (put_number > 0),
  applied_number integer check (applied_number > 0),
  -- Of the application as Serve reported it when that deploy was verified.
  applied_sha256 text check (length(applied_sha256) <= 64),
  revision integer not null default 1 check (revision > 0),
  request_key uuid not null unique,
  owner_id uuid not null,
  owner text not null check (length(owner) <= 254),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint inference_service_has_a_place check (
    (kind = 'Ray Serve' and cluster_id is not null and address is null and health_address is null)
    or (kind = 'HTTP endpoint' and cluster_id is null and address is not null and health_address is not null)
  )
);
create unique index inference_service_name_once on inference_service (name) where deleted_at is null;
create index inference_service_of_cluster on inference_service (cluster_id, name) where deleted_at is null;

-- One row a service, rewritten when a poll saw something new.
create table inference_service_state (
  service_id uuid primary key references inference_service (id) on delete cascade,
  -- In our words; null when Serve did not list it.
  observed_status text check (length(observed_status) <= 40),
  message text check (length(message) <= 2000),
  replicas_ready integer check (replicas_ready >= 0),
  replicas_target integer check (replicas_target >= 0),
  deployments jsonb not null default '[]',
  fingerprint text check (length(fingerprint) <= 64),
  -- The rest is about HTTP endpoints; null in next_poll_at for others.
  next_poll_at timestamptz,
  leased_until timestamptz,
  failures integer not null default 0 check (failures >= 0),
  fault text check (length(fault) <= 40),
  tried_at timestamptz,
  read_at timestamptz,
  latency_ms integer check (latency_ms >= 0)
) with (fillfactor = 50);
create index inference_service_state_due on inference_service_state (next_poll_at) where next_poll_at is not null;

-- What was asked of a cluster, and how that ended. The configuration names secrets and has none.
create table inference_service_deploy (
  service_id uuid not null references inference_service (id) on delete cascade,
  number integer not null check (number > 0),
  kind text not null check (kind in ('create', 'update', 'scale', 'pause', 'resume', 'rollback', 'delete')),
  status text not null check (status in ('Waiting', 'Running', 'Finished', 'Failed')),
  config jsonb not null,
  from_number integer check (from_number > 0),
  message text check (length(message) <= 1000),
  request_key uuid not null unique,
  created_by text not null check (length(created_by) <= 254),
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (service_id, number),
  constraint inference_service_deploy_end_has_time check ((status in ('Waiting', 'Running')) = (ended_at is null))
);

-- Ray Serve of a cluster as it was last read, and the lock under which its configuration is changed.
create table cluster_serve (
  cluster_id uuid primary key references cluster (id) on delete cascade,
  locked_by uuid,
  locked_until timestamptz,
  is_started boolean,
  http_port integer check (http_port between 1 and 65535),
  foreign_apps jsonb not null default '[]',
  fault text check (length(fault) <= 40),
  tried_at timestamptz,
  -- When the answer was asked for: an older answer never replaces a newer one.
  read_at timestamptz
) with (fillfactor = 50);

-- Values of environment variables, encrypted for their row; services refer to them by id.
create table inference_secret (
  id uuid primary key,
  owner_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  sealed_value bytea not null,
  updated_at timestamptz not null,
  constraint inference_secret_once unique (owner_id, name)
);
