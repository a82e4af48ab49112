-- Posters and sprites of dataset items: which exist, which wait to be rendered, and which could not be rendered.
create table dataset_picture (
  dataset_id uuid not null,
  version integer not null,
  ordinal bigint not null check (ordinal >= 0),
  kind text not null check (kind in ('poster', 'sprite')),
  status text not null check (status in ('Waiting', 'Ready', 'Failed')),
  -- A page waits for it; false for pictures that are rendered in advance.
  is_requested boolean not null,
  -- Rounded down to a few seconds, so that the pictures of one page have the same time.
  requested_at timestamptz not null,
  attempts integer not null default 0 check (attempts >= 0),
  -- While waiting: the end of a worker's lease. After a failure: the time of the next attempt, if it is requested again.
  due_at timestamptz not null,
  error text check (length(error) <= 500),
  constraint dataset_picture_failure_has_error check ((status = 'Failed') = (error is not null)),
  primary key (dataset_id, version, ordinal, kind),
  foreign key (dataset_id, version) references dataset_version (dataset_id, version)
) with (fillfactor = 80);
-- The queue, in the order in which workers claim from it.
create index dataset_picture_queue on dataset_picture (is_requested desc, requested_at desc, ordinal)
  where status = 'Waiting';
