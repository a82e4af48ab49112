-- A readable location: a bucket and a folder in it. Nothing outside of a profile is ever opened.
create table storage_profile (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  -- Null is the console's own object storage, with its own keys.
  endpoint text check (length(endpoint) <= 500),
  public_endpoint text check (length(public_endpoint) <= 500),
  region text not null check (length(region) between 1 and 64),
  bucket text not null check (length(bucket) between 3 and 63),
  prefix text not null check (length(prefix) <= 1000 and (prefix = '' or (right(prefix, 1) = '/' and left(prefix, 1) <> '/'))),
  is_path_style boolean not null,
  access_key_id text check (length(access_key_id) <= 200),
  -- Encrypted for this profile and this origin; it cannot be decrypted for another.
  sealed_secret bytea,
  secret_origin text,
  last_ok_at timestamptz,
  last_error text check (length(last_error) <= 300),
  revision integer not null default 1 check (revision > 0),
  request_key uuid not null unique,
  created_by text not null check (length(created_by) <= 254),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint storage_profile_secret_has_origin check ((sealed_secret is null) = (secret_origin is null))
);
create unique index storage_profile_name_once on storage_profile (lower(name)) where deleted_at is null;
create unique index storage_profile_place_once
  on storage_profile (coalesce(endpoint, ''), bucket, prefix) where deleted_at is null;

create table dataset (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  description text not null check (length(description) <= 2000),
  kind text not null check (kind in ('MDS', 'WebDataset', 'Parquet', 'Lance', 'folder')),
  layout text not null check (layout in ('plain', 'nemo_curator', 'open_sora')),
  uri text not null check (length(uri) <= 2000),
  profile_id uuid not null references storage_profile (id),
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  status text not null check (status in ('Indexing', 'Ready', 'Failed')),
  -- The newest complete version; null before the first.
  version integer check (version > 0),
  columns jsonb not null default '[]',
  strip bigint[] not null default '{}' check (cardinality(strip) <= 4),
  health text not null default 'unknown' check (health in ('ok', 'stale', 'missing', 'unreachable', 'unknown')),
  health_reason text check (length(health_reason) <= 300),
  missing_media_share double precision check (missing_media_share between 0 and 1),
  health_checked_at timestamptz,
  owner_id uuid not null references console_user (id),
  request_key uuid not null,
  revision integer not null default 1 check (revision > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint dataset_made_once unique (owner_id, request_key)
);
create unique index dataset_name_once on dataset (lower(name)) where deleted_at is null;
create index dataset_of_profile on dataset (profile_id) where deleted_at is null;

create table dataset_pin (
  user_id uuid not null references console_user (id) on delete cascade,
  dataset_id uuid not null references dataset (id),
  primary key (user_id, dataset_id)
);

-- A version is complete and immutable. `table_version` is the version of its item table.
create table dataset_version (
  dataset_id uuid not null references dataset (id),
  version integer not null check (version > 0),
  table_name text not null check (length(table_name) <= 200),
  table_version bigint not null check (table_version > 0),
  items bigint not null check (items >= 0),
  duration_s double precision not null check (duration_s >= 0),
  bytes bigint not null check (bytes >= 0),
  faults bigint not null check (faults >= 0),
  columns jsonb not null,
  note text not null check (length(note) <= 500),
  created_by text not null check (length(created_by) <= 254),
  created_at timestamptz not null,
  primary key (dataset_id, version)
);

create table dataset_version_tag (
  dataset_id uuid not null,
  tag text not null check (length(tag) between 1 and 60),
  version integer not null,
  primary key (dataset_id, tag),
  foreign key (dataset_id, version) references dataset_version (dataset_id, version)
);

-- One indexing run of a dataset into its item table, part by part.
create table dataset_index_run (
  id uuid primary key,
  dataset_id uuid not null references dataset (id),
  status text not null check (status in ('Waiting', 'Running', 'Finished', 'Failed', 'Cancelled')),
  note text not null check (length(note) <= 500),
  parts_total integer check (parts_total >= 0),
  error text check (length(error) <= 500),
  -- State for the next step.
  progress jsonb not null default '{}',
  -- Fencing token: only the worker that took the last number may write to the item table.
  fence integer not null default 0 check (fence >= 0),
  -- A table that another worker has also written to is abandoned, and a new one is started.
  table_try integer not null default 0 check (table_try >= 0),
  started_by text not null check (length(started_by) <= 254),
  started_at timestamptz not null,
  finished_at timestamptz,
  constraint dataset_index_run_end_has_time check ((status in ('Waiting', 'Running')) = (finished_at is null))
) with (fillfactor = 70);
create unique index dataset_index_run_one_at_a_time on dataset_index_run (dataset_id) where finished_at is null;
create index dataset_index_run_newest on dataset_index_run (dataset_id, started_at desc);

create table dataset_index_part (
  run_id uuid not null references dataset_index_run (id) on delete cascade,
  part integer not null check (part >= 0),
  -- Keys below the dataset's folder with what identifies their bytes, so that unchanged parts are not read again.
  objects jsonb not null,
  first_ordinal bigint check (first_ordinal >= 0),
  -- Counted while reading; `items` is set when the part is complete.
  items_seen bigint not null default 0 check (items_seen >= 0),
  items bigint check (items >= 0),
  faults bigint check (faults >= 0),
  duration_s double precision check (duration_s >= 0),
  bytes bigint check (bytes >= 0),
  -- The columns of its rows.
  columns jsonb,
  -- The object with its rows until they are committed to the table; the key is derived from all inputs.
  staged_key text not null check (length(staged_key) <= 1000),
  is_committed boolean not null default false,
  primary key (run_id, part)
);
create index dataset_index_part_staged on dataset_index_part (staged_key) where items is not null;

create table dataset_view (
  id uuid primary key,
  dataset_id uuid not null,
  name text not null check (length(name) between 1 and 200),
  version integer not null,
  query jsonb not null,
  order_by text not null check (length(order_by) <= 220),
  seed integer not null check (seed >= 0),
  items bigint not null check (items >= 0),
  request_key uuid not null unique,
  created_by uuid not null references console_user (id),
  created_at timestamptz not null,
  deleted_at timestamptz,
  foreign key (dataset_id, version) references dataset_version (dataset_id, version)
);
create unique index dataset_view_name_once on dataset_view (dataset_id, lower(name)) where deleted_at is null;

create table dataset_export (
  id uuid primary key,
  dataset_id uuid not null,
  version integer not null,
  query jsonb not null,
  order_by text not null check (length(order_by) <= 220),
  columns jsonb,
  format text not null check (format in ('csv', 'jsonl', 'parquet')),
  status text not null check (status in ('Waiting', 'Running', 'Finished', 'Failed', 'Cancelled')),
  rows_done bigint not null default 0 check (rows_done >= 0),
  rows_total bigint check (rows_total >= 0),
  bytes bigint check (bytes >= 0),
  object_key text check (length(object_key) <= 1000),
  progress jsonb not null default '{}',
  error text check (length(error) <= 500),
  request_key uuid not null,
  created_by uuid not null references console_user (id),
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint dataset_export_made_once unique (created_by, request_key),
  constraint dataset_export_end_has_time check ((status in ('Waiting', 'Running')) = (finished_at is null)),
  foreign key (dataset_id, version) references dataset_version (dataset_id, version)
) with (fillfactor = 70);
create index dataset_export_of_person on dataset_export (dataset_id, created_by, created_at desc);
