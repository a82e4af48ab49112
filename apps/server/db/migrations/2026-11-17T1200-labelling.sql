-- The form of label tasks. Its fields are in its versions.
create table label_template (
  id uuid primary key,
  version integer not null check (version > 0),
  owner_id uuid not null references console_user (id),
  request_key uuid not null,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint label_template_made_once unique (owner_id, request_key)
);

create table label_template_version (
  template_id uuid not null references label_template (id) on delete cascade,
  version integer not null check (version > 0),
  name text not null check (length(name) between 1 and 120),
  description text not null check (length(description) <= 2000),
  fields jsonb not null check (jsonb_array_length(fields) between 1 and 40),
  created_by text not null check (length(created_by) <= 254),
  created_at timestamptz not null,
  primary key (template_id, version)
);
create index label_template_version_by_name on label_template_version (lower(name), template_id);

-- Items of one dataset version, to be labelled with one form.
create table label_task (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  status text not null check (status in ('Draft', 'Filling', 'Failed', 'Open', 'Paused', 'Closed')),
  template_id uuid not null,
  template_version integer not null,
  dataset_id uuid not null,
  dataset_version integer not null,
  -- The query of the view is copied, because a view can be deleted. Null for a list of keys.
  view_id uuid references dataset_view (id),
  view_name text check (length(view_name) between 1 and 200),
  query jsonb not null,
  order_by text not null check (length(order_by) <= 220),
  -- How many items to draw at random; null takes all.
  draw_count integer check (draw_count > 0),
  item_order text not null check (item_order in ('sequence', 'random')),
  seed integer not null check (seed >= 0),
  overlap smallint not null check (overlap between 1 and 10),
  lease_minutes smallint not null check (lease_minutes between 1 and 120),
  priority smallint not null check (priority between 0 and 9),
  due_at timestamptz,
  -- The columns that fields start with: [{field, column}].
  prefill jsonb not null,
  guidelines_version integer not null check (guidelines_version > 0),
  -- Items inserted so far; filling continues after the last of them.
  items_total integer not null default 0 check (items_total >= 0),
  -- Incremented with every start of the filling, which is a new workflow.
  fill_run integer not null default 0 check (fill_run >= 0),
  missing_keys integer not null default 0 check (missing_keys >= 0),
  missing_key_examples text[] not null default '{}' check (cardinality(missing_key_examples) <= 20),
  error text check (length(error) <= 500),
  owner_id uuid not null references console_user (id),
  request_key uuid not null,
  revision integer not null default 1 check (revision > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz,
  constraint label_task_made_once unique (owner_id, request_key),
  constraint label_task_view_has_name check ((view_id is null) = (view_name is null)),
  constraint label_task_closed_has_time check ((status = 'Closed') = (closed_at is not null)),
  foreign key (template_id, template_version) references label_template_version (template_id, version),
  foreign key (dataset_id, dataset_version) references dataset_version (dataset_id, version)
);
create index label_task_by_template on label_task (template_id, template_version);
create index label_task_listed on label_task (priority desc, due_at, created_at desc, id);
create index label_task_by_owner on label_task (owner_id);

-- The keys that a task was created from, in their order.
create table label_task_keys (
  task_id uuid primary key references label_task (id) on delete cascade,
  keys text[] not null check (cardinality(keys) between 1 and 100000)
);

create table label_guidelines (
  task_id uuid not null references label_task (id) on delete cascade,
  version integer not null check (version > 0),
  body text not null check (length(body) <= 50000),
  created_by text not null check (length(created_by) <= 254),
  created_at timestamptz not null,
  primary key (task_id, version)
);

-- People who are asked to label, and internal users who do so unasked. Their counters add up to those of the task, so that
-- no submission updates a row that another person updates.
create table label_person (
  task_id uuid not null references label_task (id) on delete cascade,
  user_id uuid not null references console_user (id),
  is_asked boolean not null default false,
  -- Every item up to here is full, or was in this person's hands. Items that open again below it are marked as requeued.
  settled_seq integer not null default 0 check (settled_seq >= 0),
  submitted integer not null default 0 check (submitted >= 0),
  skipped integer not null default 0 check (skipped >= 0),
  -- Items that this person's submissions completed, minus those that their undoing opened again; only the sum over all
  -- people is a count.
  completions integer not null default 0,
  prefill_kept bigint not null default 0 check (prefill_kept >= 0),
  prefill_total bigint not null default 0 check (prefill_total >= prefill_kept),
  spent_ms bigint not null default 0 check (spent_ms >= 0),
  last_at timestamptz,
  primary key (task_id, user_id)
) with (fillfactor = 60);
create index label_person_by_user on label_person (user_id);

create table label_item (
  -- No foreign key: millions of items are inserted at once, and the key would be checked for each.
  task_id uuid not null,
  -- From 1, in the order in which items are given out.
  seq integer not null check (seq > 0),
  item_key text not null,
  -- The row in the frozen dataset version.
  ordinal bigint not null check (ordinal >= 0),
  media_type text,
  duration_us bigint check (duration_us >= 0),
  fps double precision,
  frames integer,
  -- Values that fields start with, by field key; null without any.
  prefill jsonb,
  overlap smallint not null check (overlap between 1 and 10),
  done smallint not null default 0 check (done >= 0),
  leased smallint not null default 0 check (leased >= 0),
  -- The number of the last event of this item, without gaps.
  events integer not null default 0 check (events >= 0),
  -- Open again after it was given out.
  is_requeued boolean not null default false,
  primary key (task_id, seq),
  constraint label_item_not_too_often check (done + leased <= overlap)
) with (fillfactor = 80);
create index label_item_open on label_item (task_id, seq) where done + leased < overlap;
create index label_item_requeued on label_item (task_id, seq) where is_requeued and done + leased < overlap;

-- One person and one item, at most once; also holds the draft.
create table label_lease (
  id uuid primary key,
  task_id uuid not null,
  seq integer not null,
  user_id uuid not null references console_user (id),
  status text not null check (status in ('leased', 'submitted', 'skipped', 'released', 'lost')),
  expires_at timestamptz not null,
  claimed_at timestamptz not null,
  ended_at timestamptz,
  draft jsonb,
  draft_saved_at timestamptz,
  foreign key (task_id, seq) references label_item (task_id, seq),
  constraint label_lease_one_per_person unique (task_id, seq, user_id),
  constraint label_lease_end_has_time check ((status = 'leased') = (ended_at is null))
) with (fillfactor = 70);
create index label_lease_of_person on label_lease (user_id, task_id) where status = 'leased';
create index label_lease_of_task on label_lease (task_id, expires_at) where status = 'leased';
create index label_lease_due on label_lease (expires_at) where status = 'leased';
create index label_lease_lost_draft on label_lease (user_id, task_id, claimed_at)
  where status = 'lost' and draft is not null;

-- One person's label of one item, in its revisions. The values of a revision never change.
create table label_revision (
  id uuid primary key,
  task_id uuid not null,
  seq integer not null,
  -- Whose label it is.
  user_id uuid not null references console_user (id),
  revision integer not null check (revision > 0),
  lease_id uuid not null references label_lease (id),
  label_values jsonb not null,
  -- For each prefilled field that was shown: whether it was changed.
  edited jsonb not null,
  template_version integer not null,
  guidelines_version integer not null,
  duration_ms integer not null check (duration_ms >= 0),
  watched_s double precision not null check (watched_s >= 0),
  -- The idempotency key of the page; null for a restored revision.
  client_id uuid,
  made_by uuid not null references console_user (id),
  restored_from integer,
  is_current boolean not null,
  undone_at timestamptz,
  created_at timestamptz not null,
  constraint label_revision_numbered_once unique (task_id, seq, user_id, revision),
  constraint label_revision_undone_is_past check (undone_at is null or not is_current)
) with (fillfactor = 90);
create unique index label_revision_current on label_revision (task_id, seq, user_id) where is_current;
create unique index label_revision_sent_once on label_revision (made_by, client_id) where client_id is not null;

-- Append-only: see append-only-triggers.sql.
create table label_event (
  id bigint generated always as identity primary key,
  task_id uuid not null,
  seq integer not null,
  -- The position among the events of this item, without gaps.
  n integer not null check (n > 0),
  event text not null check (event in
    ('claimed', 'submitted', 'edited', 'skipped', 'released', 'lost', 'undone', 'restored')),
  -- Whose lease or label it concerns, and who did it.
  user_id uuid not null references console_user (id),
  by_id uuid not null references console_user (id),
  at timestamptz not null,
  seconds double precision check (seconds >= 0),
  revision integer,
  skip_reason text check (length(skip_reason) <= 40),
  skip_note text not null default '' check (length(skip_note) <= 300),
  constraint label_event_numbered_once unique (task_id, seq, n)
);
create index label_event_by_time on label_event (task_id, at desc, id desc);
create index label_event_by_person on label_event (task_id, user_id, at desc, id desc);
-- Claims and submissions are dense enough to be found by time.
create index label_event_rare on label_event (task_id, event, at desc, id desc)
  where event not in ('claimed', 'submitted');

create table label_export (
  id uuid primary key,
  task_id uuid not null references label_task (id),
  format text not null check (format in ('jsonl', 'csv')),
  status text not null check (status in ('Waiting', 'Running', 'Finished', 'Failed', 'Cancelled')),
  rows_done bigint not null default 0 check (rows_done >= 0),
  bytes bigint check (bytes >= 0),
  object_key text check (length(object_key) <= 1000),
  error text check (length(error) <= 500),
  request_key uuid not null,
  created_by uuid not null references console_user (id),
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint label_export_made_once unique (created_by, request_key),
  constraint label_export_end_has_time check ((status in ('Waiting', 'Running')) = (finished_at is null))
) with (fillfactor = 70);
create index label_export_of_person on label_export (task_id, created_by, created_at desc);
