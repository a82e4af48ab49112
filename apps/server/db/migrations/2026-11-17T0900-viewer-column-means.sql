-- Means of a numeric column per shard, for the shard map. One run per index and column serves all users.
create table viewer_column_run (
  id uuid primary key,
  uri text not null check (length(uri) <= 2000),
  profile_id uuid not null references storage_profile (id),
  -- ETag of the index at the start: means of other bytes do not apply.
  index_tag text not null check (length(index_tag) <= 200),
  column_name text not null check (length(column_name) between 1 and 200),
  samples_per_shard integer not null check (samples_per_shard > 0),
  status text not null check (status in ('Waiting', 'Running', 'Finished', 'Failed')),
  shards_done integer not null default 0 check (shards_done >= 0),
  shards_total integer not null check (shards_total between 1 and 100000),
  error text check (length(error) <= 500),
  started_by uuid not null references console_user (id),
  started_at timestamptz not null,
  finished_at timestamptz,
  constraint viewer_column_run_end_has_time check ((status in ('Waiting', 'Running')) = (finished_at is null))
) with (fillfactor = 70);
-- A hash, because a long URI does not fit into an index entry together with the names.
create unique index viewer_column_run_once on viewer_column_run (profile_id, md5(uri), index_tag, column_name)
  where status <> 'Failed';
create index viewer_column_run_under_way on viewer_column_run (started_by) where finished_at is null;

create table viewer_column_mean (
  run_id uuid not null references viewer_column_run (id) on delete cascade,
  shard integer not null check (shard >= 0),
  state text not null check (state in ('ok', 'no_column', 'no_numbers', 'unreadable')),
  mean double precision check (mean not in ('NaN', 'Infinity', '-Infinity')),
  primary key (run_id, shard),
  constraint viewer_column_mean_when_ok check ((state = 'ok') = (mean is not null))
);
