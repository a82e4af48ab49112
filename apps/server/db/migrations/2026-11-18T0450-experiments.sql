-- Runs of training programs. What changes with every batch is apart from what a run is.
create table experiment (
  id uuid primary key,
  name text not null unique check (length(name) between 1 and 120),
  runs integer not null default 0 check (runs >= 0),
  created_by text not null check (length(created_by) <= 254),
  created_at timestamptz not null,
  last_run_at timestamptz not null
) with (fillfactor = 70);
create index experiment_newest on experiment (last_run_at desc, id desc);

-- The names that runs of an experiment use, for the choice of columns.
create table experiment_column (
  experiment_id uuid not null references experiment (id),
  kind text not null check (kind in ('param', 'metric', 'tag')),
  key text not null check (length(key) between 1 and 200),
  primary key (experiment_id, kind, key)
);
create index experiment_column_by_key on experiment_column (kind, key);

create table experiment_run (
  -- Ordered by time.
  id uuid primary key,
  experiment_id uuid not null references experiment (id),
  name text not null check (length(name) between 1 and 200),
  status text not null check (status in ('Running', 'Finished', 'Failed', 'Killed')),
  owner text not null check (length(owner) between 1 and 254),
  -- Only the credential that started a run writes to it.
  credential_id uuid not null references service_credential (id),
  logged_by text not null check (length(logged_by) <= 254),
  request_key uuid not null,
  gpus double precision not null check (gpus >= 0),
  params jsonb not null,
  tags jsonb not null,
  notes text not null check (length(notes) <= 20000),
  revision integer not null default 1 check (revision > 0),
  started_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null,
  constraint experiment_run_once unique (credential_id, request_key),
  constraint experiment_run_end_has_time check ((status = 'Running') = (ended_at is null))
);
create index experiment_run_of_experiment on experiment_run (experiment_id, id desc);

-- One row a run, locked by each batch: batches of one run are stored one after the other.
create table experiment_run_state (
  run_id uuid primary key references experiment_run (id) on delete cascade,
  points bigint not null default 0 check (points between 0 and 10000000),
  metrics integer not null default 0 check (metrics between 0 and 1000),
  samples integer not null default 0 check (samples >= 0),
  log_chunks integer not null default 0 check (log_chunks >= 0),
  last_logged_at timestamptz not null
) with (fillfactor = 50);

create table experiment_run_input (
  run_id uuid not null references experiment_run (id) on delete cascade,
  position smallint not null check (position > 0),
  kind text not null check (kind in ('package', 'dataset')),
  ref_id uuid not null,
  version integer check (version > 0),
  primary key (run_id, position),
  constraint experiment_run_input_version check ((kind = 'dataset') = (version is not null))
);
create index experiment_run_input_of on experiment_run_input (kind, ref_id);

-- What is known of a metric without its points. `last_value` is the value at the highest step.
create table experiment_metric (
  run_id uuid not null,
  number smallint not null check (number > 0),
  key text not null check (length(key) between 1 and 200),
  batches integer not null check (batches > 0),
  points bigint not null check (points > 0),
  nan_points bigint not null check (nan_points >= 0),
  infinite_points bigint not null check (infinite_points >= 0),
  min_value double precision,
  max_value double precision,
  first_step bigint not null,
  last_step bigint not null,
  last_value double precision not null,
  last_at timestamptz not null,
  primary key (run_id, number),
  unique (run_id, key)
) partition by hash (run_id);

-- Points of one metric, sorted by step and packed. Chunks never change; small ones are merged into larger ones (tiers).
create table experiment_chunk (
  run_id uuid not null,
  metric smallint not null check (metric > 0),
  number integer not null check (number > 0),
  tier smallint not null check (tier between 0 and 3),
  first_step bigint not null,
  last_step bigint not null,
  points integer not null check (points > 0),
  nan_points integer not null check (nan_points >= 0),
  infinite_points integer not null check (infinite_points >= 0),
  -- Of the finite points; null when there are none.
  min_value double precision,
  max_value double precision,
  sum_value double precision not null,
  last_value double precision not null,
  last_at timestamptz not null,
  -- The same figures for each 256 points; null in a small chunk.
  summaries bytea,
  payload bytea not null,
  primary key (run_id, metric, number)
) partition by hash (run_id);
create index experiment_chunk_small on experiment_chunk (run_id, metric) where tier < 3;

-- A batch key is remembered as long as its run: the same batch is stored once.
create table experiment_batch (
  run_id uuid not null,
  batch_key text not null check (length(batch_key) between 8 and 128),
  sha256 bytea not null check (octet_length(sha256) = 32),
  stored_at timestamptz not null,
  primary key (run_id, batch_key)
) partition by hash (run_id);

create table experiment_metric_0 partition of experiment_metric for values with (modulus 8, remainder 0) with (fillfactor = 70);
create table experiment_metric_1 partition of experiment_metric for values with (modulus 8, remainder 1) with (fillfactor = 70);
create table experiment_metric_2 partition of experiment_metric for values with (modulus 8, remainder 2) with (fillfactor = 70);
create table experiment_metric_3 partition of experiment_metric for values with (modulus 8, remainder 3) with (fillfactor = 70);
create table experiment_metric_4 partition of experiment_metric for values with (modulus 8, remainder 4) with (fillfactor = 70);
create table experiment_metric_5 partition of experiment_metric for values with (modulus 8, remainder 5) with (fillfactor = 70);
create table experiment_metric_6 partition of experiment_metric for values with (modulus 8, remainder 6) with (fillfactor = 70);
create table experiment_metric_7 partition of experiment_metric for values with (modulus 8, remainder 7) with (fillfactor = 70);

-- The low target moves points and summaries of large chunks out of the row, so that a whole curve is read from narrow rows.
create table experiment_chunk_0 partition of experiment_chunk for values with (modulus 8, remainder 0) with (toast_tuple_target = 256);
create table experiment_chunk_1 partition of experiment_chunk for values with (modulus 8, remainder 1) with (toast_tuple_target = 256);
create table experiment_chunk_2 partition of experiment_chunk for values with (modulus 8, remainder 2) with (toast_tuple_target = 256);
create table experiment_chunk_3 partition of experiment_chunk for values with (modulus 8, remainder 3) with (toast_tuple_target = 256);
create table experiment_chunk_4 partition of experiment_chunk for values with (modulus 8, remainder 4) with (toast_tuple_target = 256);
create table experiment_chunk_5 partition of experiment_chunk for values with (modulus 8, remainder 5) with (toast_tuple_target = 256);
create table experiment_chunk_6 partition of experiment_chunk for values with (modulus 8, remainder 6) with (toast_tuple_target = 256);
create table experiment_chunk_7 partition of experiment_chunk for values with (modulus 8, remainder 7) with (toast_tuple_target = 256);
-- The points are packed already: compressing them again costs more than it saves.
alter table experiment_chunk alter column summaries set storage external, alter column payload set storage external;
alter table experiment_chunk_0 alter column summaries set storage external, alter column payload set storage external;
alter table experiment_chunk_1 alter column summaries set storage external, alter column payload set storage external;
alter table experiment_chunk_2 alter column summaries set storage external, alter column payload set storage external;
alter table experiment_chunk_3 alter column summaries set storage external, alter column payload set storage external;
alter table experiment_chunk_4 alter column summaries set storage external, alter column payload set storage external;
alter table experiment_chunk_5 alter column summaries set storage external, alter column payload set storage external;
alter table experiment_chunk_6 alter column summaries set storage external, alter column payload set storage external;
alter table experiment_chunk_7 alter column summaries set storage external, alter column payload set storage external;

create table experiment_batch_0 partition of experiment_batch for values with (modulus 8, remainder 0);
create table experiment_batch_1 partition of experiment_batch for values with (modulus 8, remainder 1);
create table experiment_batch_2 partition of experiment_batch for values with (modulus 8, remainder 2);
create table experiment_batch_3 partition of experiment_batch for values with (modulus 8, remainder 3);
create table experiment_batch_4 partition of experiment_batch for values with (modulus 8, remainder 4);
create table experiment_batch_5 partition of experiment_batch for values with (modulus 8, remainder 5);
create table experiment_batch_6 partition of experiment_batch for values with (modulus 8, remainder 6);
create table experiment_batch_7 partition of experiment_batch for values with (modulus 8, remainder 7);

-- A prompt has the same key in every run, so that runs can be compared by it.
create table experiment_prompt (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  text text not null check (length(text) between 1 and 4000)
);

create table experiment_sample (
  run_id uuid not null references experiment_run (id) on delete cascade,
  prompt_sha256 bytea not null references experiment_prompt (sha256),
  step bigint not null check (step >= 0),
  asset_id uuid not null,
  logged_at timestamptz not null,
  primary key (run_id, prompt_sha256, step)
);
create index experiment_sample_of_asset on experiment_sample (asset_id);

create table experiment_log (
  run_id uuid not null references experiment_run (id) on delete cascade,
  number integer not null check (number > 0),
  logged_at timestamptz not null,
  lines text[] not null check (cardinality(lines) between 1 and 1000),
  primary key (run_id, number)
);
