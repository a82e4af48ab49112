-- A set of shards that a console user opened. Later calls use the handle; the URI stays on the server.
create table viewer_handle (
  id uuid primary key,
  user_id uuid not null references console_user (id) on delete cascade,
  uri text not null check (length(uri) <= 2000),
  profile_id uuid not null references storage_profile (id),
  dataset_id uuid references dataset (id),
  format text not null check (format in ('MDS', 'WebDataset', 'Parquet', 'Lance', 'folder')),
  samples bigint not null check (samples >= 0),
  opened_at timestamptz not null,
  constraint viewer_handle_once unique (user_id, uri)
) with (fillfactor = 80);
create index viewer_handle_recent on viewer_handle (user_id, opened_at desc);

create table viewer_verification (
  id uuid primary key,
  uri text not null check (length(uri) <= 2000),
  profile_id uuid not null references storage_profile (id),
  handle uuid not null,
  -- ETag of the index at the start: results for other bytes do not apply.
  index_tag text not null check (length(index_tag) <= 200),
  -- Null means all shards.
  shards integer[] check (cardinality(shards) between 1 and 10000),
  decodes_samples boolean not null,
  status text not null check (status in ('Waiting', 'Running', 'Finished', 'Failed', 'Cancelled')),
  shards_done integer not null default 0 check (shards_done >= 0),
  shards_total integer not null check (shards_total >= 0),
  bytes_read bigint not null default 0 check (bytes_read >= 0),
  faults_total bigint not null default 0 check (faults_total >= 0),
  error text check (length(error) <= 500),
  request_key uuid not null,
  started_by uuid not null references console_user (id),
  started_at timestamptz not null,
  finished_at timestamptz,
  constraint viewer_verification_made_once unique (started_by, request_key),
  constraint viewer_verification_end_has_time check ((status in ('Waiting', 'Running')) = (finished_at is null))
) with (fillfactor = 70);
create index viewer_verification_of_set on viewer_verification (profile_id, uri, started_at desc);

create table viewer_verified_shard (
  verification_id uuid not null references viewer_verification (id) on delete cascade,
  shard integer not null check (shard >= 0),
  state text not null check (state in ('ok', 'bad', 'missing', 'truncated')),
  -- At most 100 per shard; the count is exact.
  faults jsonb not null,
  faults_total integer not null check (faults_total >= 0),
  bytes_read bigint not null check (bytes_read >= 0),
  primary key (verification_id, shard)
);
