-- A dataset view written as shards that a trainer streams. Everything that decides its bytes is kept with it.
create table package (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  number integer not null check (number > 0),
  note text not null check (length(note) <= 500),
  dataset_id uuid not null,
  version integer not null,
  view_id uuid not null references dataset_view (id),
  -- Of the view at that time: filters, where, q and order_by. A view never changes, its name may.
  query jsonb not null,
  order_by text not null check (length(order_by) <= 220),
  settings jsonb not null,
  format text not null check (format in ('MDS', 'WebDataset', 'Parquet')),
  status text not null
    check (status in ('Queued', 'Running', 'Verifying', 'Ready', 'Failed', 'Cancelled', 'Deleted')),
  -- Folder of its objects in the console's datasets bucket, with the slash.
  folder text not null check (length(folder) <= 300 and right(folder, 1) = '/'),
  -- Set when the plan is complete.
  shards_total integer check (shards_total >= 0),
  samples_total bigint check (samples_total >= 0),
  bytes_total bigint check (bytes_total >= 0),
  item_list_sha256 text check (length(item_list_sha256) = 64),
  -- The columns of its samples as the format writes them, with their types.
  columns jsonb,
  -- Counted with each registered shard, and left out also by the plan.
  shards_done integer not null default 0 check (shards_done >= 0),
  samples_done bigint not null default 0 check (samples_done >= 0),
  bytes_done bigint not null default 0 check (bytes_done >= 0),
  left_out bigint not null default 0 check (left_out >= 0),
  -- Set when it is ready.
  uri text check (length(uri) <= 500),
  duration_s double precision check (duration_s >= 0),
  content_sha256 text check (length(content_sha256) = 64),
  verified_at timestamptz,
  -- While a ready package is read again on demand.
  verifying_since timestamptz,
  error text check (length(error) <= 500),
  -- The package whose view and settings this one repeats.
  repeats uuid references package (id),
  deprecated_at timestamptz,
  deprecation_reason text not null default '' check (length(deprecation_reason) <= 500),
  request_key uuid not null,
  created_by uuid not null references console_user (id),
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- When the objects of a package that failed, was cancelled or deleted were removed.
  objects_removed_at timestamptz,
  constraint package_made_once unique (created_by, request_key),
  constraint package_ready_is_whole check (
    status <> 'Ready'
    or (uri is not null and shards_total is not null and content_sha256 is not null and item_list_sha256 is not null)
  ),
  constraint package_end_has_time check ((status in ('Queued', 'Running', 'Verifying')) = (finished_at is null)),
  foreign key (dataset_id, version) references dataset_version (dataset_id, version)
) with (fillfactor = 70);
create unique index package_number_once on package (lower(name), number);
create index package_newest on package (created_at desc, id desc);
create index package_of_dataset on package (dataset_id, created_at desc, id desc);
create index package_of_view on package (view_id);
create index package_unfinished on package (created_by) where status in ('Queued', 'Running', 'Verifying');
create index package_objects_to_remove on package (finished_at)
  where status in ('Failed', 'Cancelled', 'Deleted') and objects_removed_at is null;

-- A shard is planned as a slice of the item list, and registered once, under the name of its content.
create table package_shard (
  package_id uuid not null references package (id) on delete cascade,
  shard integer not null check (shard >= 0),
  -- The object of the item list and the rows of it that belong to this shard.
  list_part integer not null check (list_part >= 0),
  first_row bigint not null check (first_row >= 0),
  samples_planned integer not null check (samples_planned > 0),
  bytes_planned bigint not null check (bytes_planned >= 0),
  name text check (length(name) <= 200),
  samples integer check (samples >= 0),
  bytes bigint check (bytes >= 0),
  sha256 text check (length(sha256) = 64),
  -- What the index of the format says of this shard.
  entry jsonb,
  duration_s double precision check (duration_s >= 0),
  left_out integer not null default 0 check (left_out >= 0),
  took_ms integer check (took_ms >= 0),
  written_at timestamptz,
  primary key (package_id, shard),
  constraint package_shard_written_whole check (
    (written_at is null) = (samples is null) and (written_at is null) = (bytes is null)
    -- A shard of which no sample could be read has no object.
    and (coalesce(samples, 0) = 0) = (sha256 is null) and (coalesce(samples, 0) = 0) = (name is null)
  )
);
create index package_shard_waiting on package_shard (package_id, shard) where written_at is null;

-- Counts of all, and the first thousand items of each reason.
create table package_left_out_count (
  package_id uuid not null references package (id) on delete cascade,
  reason text not null check (length(reason) <= 40),
  items bigint not null check (items > 0),
  primary key (package_id, reason)
);
create table package_left_out (
  package_id uuid not null references package (id) on delete cascade,
  reason text not null check (length(reason) <= 40),
  ordinal bigint not null check (ordinal >= 0),
  key text not null check (length(key) <= 1000),
  detail text not null check (length(detail) <= 300),
  primary key (package_id, reason, ordinal)
);

create table package_comparison (
  id uuid primary key,
  package_id uuid not null references package (id),
  against_id uuid not null references package (id),
  status text not null check (status in ('Waiting', 'Running', 'Finished', 'Failed', 'Cancelled')),
  result jsonb,
  error text check (length(error) <= 500),
  created_by uuid not null references console_user (id),
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint package_comparison_end_has_time check ((status in ('Waiting', 'Running')) = (finished_at is null)),
  constraint package_comparison_of_two check (package_id <> against_id)
);
create unique index package_comparison_once on package_comparison (package_id, against_id)
  where status not in ('Failed', 'Cancelled');
