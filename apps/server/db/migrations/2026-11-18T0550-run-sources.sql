-- Servers such as MLflow whose runs are listed beside our own. The worker copies their experiments and runs; pages read the
-- copy and never ask a server, but for the points of a chart.
create table run_source (
  id uuid primary key,
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('MLflow')),
  address text not null check (length(address) <= 500),
  login_kind text not null check (login_kind in ('none', 'token', 'password')),
  -- Encrypted for this source and this origin; it cannot be decrypted for another.
  sealed_login bytea,
  login_origin text check (length(login_origin) <= 500),
  revision integer not null default 1 check (revision > 0),
  request_key uuid not null unique,
  created_by text not null check (length(created_by) <= 254),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- When the runs of a deleted source were removed.
  emptied_at timestamptz,
  constraint run_source_login_has_origin check ((sealed_login is null) = (login_origin is null)),
  constraint run_source_login_is_known check ((login_kind = 'none') = (sealed_login is null))
);
create unique index run_source_name_once on run_source (lower(name)) where deleted_at is null;
create unique index run_source_address_once on run_source (address) where deleted_at is null;
create index run_source_to_empty on run_source (deleted_at) where deleted_at is not null and emptied_at is null;

-- One row a source, rewritten by every poll.
create table run_source_state (
  source_id uuid primary key references run_source (id) on delete cascade,
  next_poll_at timestamptz not null,
  leased_until timestamptz,
  failures integer not null default 0 check (failures >= 0),
  fault text check (length(fault) <= 40),
  tried_at timestamptz,
  seen_at timestamptz,
  version text check (length(version) <= 60),
  experiments integer not null default 0 check (experiments >= 0),
  experiments_left_out integer not null default 0 check (experiments_left_out >= 0),
  runs integer not null default 0 check (runs >= 0),
  -- The newest start of a run that was copied; what is newer is read first.
  newest_start_at timestamptz,
  -- A sweep walks from the newest run to the oldest one, a few pages a poll. Null when the next one begins at the newest run.
  sweep_at timestamptz,
  sweep_began_at timestamptz,
  -- When the last whole sweep ended: what it did not see is gone.
  swept_at timestamptz
) with (fillfactor = 50);
create index run_source_state_due on run_source_state (next_poll_at);

alter table experiment add column source_id uuid, add column source_experiment_id text;
alter table experiment add constraint experiment_source_exists
  foreign key (source_id) references run_source (id) not valid;
alter table experiment add constraint experiment_source_is_whole
  check ((source_id is null) = (source_experiment_id is null) and length(source_experiment_id) <= 100) not valid;

-- A run was logged with a credential of ours, or copied from a source.
alter table experiment_run add column source_id uuid;
-- The release that runs meanwhile writes both for every run; rows without them begin with this release.
-- squawk-ignore ban-drop-not-null
alter table experiment_run alter column credential_id drop not null;
-- squawk-ignore ban-drop-not-null
alter table experiment_run alter column request_key drop not null;
alter table experiment_run add constraint experiment_run_source_exists
  foreign key (source_id) references run_source (id) not valid;
alter table experiment_run add constraint experiment_run_has_one_origin
  check ((source_id is null) = (credential_id is not null) and (source_id is null) = (request_key is not null)) not valid;

-- What is kept of a copied run beside the run itself, rewritten whenever it is read.
create table run_source_run (
  run_id uuid primary key references experiment_run (id) on delete cascade,
  source_id uuid not null references run_source (id),
  source_run_id text not null check (length(source_run_id) between 1 and 100),
  -- Of the whole answer about it, so that only what changed is written.
  fingerprint text not null check (length(fingerprint) <= 60),
  -- Names of the datasets that the source knows as its inputs.
  inputs text[] not null,
  is_running boolean not null,
  read_at timestamptz not null,
  -- Since when the source no longer lists it.
  gone_at timestamptz,
  constraint run_source_run_once unique (source_id, source_run_id)
) with (fillfactor = 70);
create index run_source_run_running on run_source_run (source_id, read_at) where is_running and gone_at is null;
create index run_source_run_unseen on run_source_run (source_id, read_at) where gone_at is null;

-- Points of a metric as they were last fetched for a chart.
create table run_source_curve (
  run_id uuid not null references run_source_run (run_id) on delete cascade,
  key text not null check (length(key) between 1 and 200),
  read_at timestamptz not null,
  -- What was known of the metric when it was fetched: another last point makes the copy an old one.
  last_step bigint not null,
  last_at timestamptz not null,
  -- Whether the source picked some of its points, because it has more than are fetched.
  is_sampled boolean not null,
  payload bytea not null,
  primary key (run_id, key)
);
alter table run_source_curve alter column payload set storage external;
create index run_source_curve_oldest on run_source_curve (read_at);
