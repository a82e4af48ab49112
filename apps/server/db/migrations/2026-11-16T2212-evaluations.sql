-- The evaluation of one task: of a benchmark, or of finished benchmarks side by side.
create table evaluation (
  task_id uuid primary key references console_task (id) on delete cascade,
  template_id uuid not null,
  template_version integer not null,
  mode text not null check (mode in ('rating', 'pairwise', 'auto')),
  judges_per_item integer not null check (judges_per_item between 1 and 50),
  aggregation text not null check (aggregation in ('All', 'Average')),
  is_blind boolean not null,
  gold_rate double precision not null check (gold_rate between 0 and 0.5),
  repeat_rate double precision not null check (repeat_rate between 0 and 0.5),
  item_budget integer check (item_budget > 0),
  -- Seeds every random choice: the next prompt, left and right, what is repeated.
  seed bigint not null,
  -- Updated at each start, which deletes the data of an earlier one; null before the first.
  started_at timestamptz,
  votes_needed bigint not null default 0 check (votes_needed >= 0),
  votes_done bigint not null default 0 check (votes_done >= 0),
  -- The last judgement number, without gaps.
  judgement_seq bigint not null default 0,
  -- Incremented with every input of a leaderboard; a cached leaderboard with the same revision is valid.
  inputs_revision bigint not null default 0,
  clips_total integer not null default 0,
  clips_ready integer not null default 0,
  clips_failed integer not null default 0,
  -- The number of prompts, and the maximum number of clips per prompt and entry.
  prompts integer not null default 0,
  samples integer not null default 0,
  closed_at timestamptz,
  closed_by text check (length(closed_by) <= 254),
  close_reason text check (length(close_reason) <= 500),
  foreign key (template_id, template_version) references template_version (template_id, version)
) with (fillfactor = 50);
create index evaluation_by_template on evaluation (template_id, template_version);

-- The competing entries: columns of one task or of several.
create table evaluation_entry (
  task_id uuid not null references evaluation (task_id) on delete cascade,
  entry integer not null check (entry >= 0),
  source_task_id uuid not null references console_task (id),
  column_id uuid not null,
  label text not null,
  performer text not null,
  performer_version text not null,
  is_baseline boolean not null,
  primary key (task_id, entry),
  unique (task_id, source_task_id, column_id)
);
create index evaluation_entry_by_source on evaluation_entry (source_task_id);

-- The prompts of the comparison. Identical inputs of several tasks are one prompt.
create table evaluation_prompt (
  task_id uuid not null references evaluation (task_id) on delete cascade,
  prompt integer not null check (prompt >= 0),
  row_index integer not null,
  label text not null,
  inputs jsonb not null,
  inputs_hash bytea not null check (octet_length(inputs_hash) = 32),
  category text not null,
  weight double precision not null,
  primary key (task_id, prompt),
  unique (task_id, inputs_hash)
);

-- The clips to judge, each the counted attempt at the time it was added. A regenerated clip is a new row.
create table evaluation_clip (
  id bigint generated always as identity primary key,
  -- No foreign keys: a million clips are inserted at once, with prompts and entries of the same transaction, and each key
  -- would be checked for every clip. Code that deletes prompts or entries deletes the clips first.
  task_id uuid not null,
  prompt integer not null,
  entry integer not null,
  sample smallint not null,
  attempt_id uuid not null,
  asset_id uuid not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- False once the cell was regenerated or excluded; its judgements are kept but no longer count.
  is_current boolean not null default true,
  -- Preparing a clip strips everything that identifies its origin; it cannot be judged before.
  status text not null default 'waiting' check (status in ('waiting', 'ready', 'failed')),
  judged_key text,
  judged_bytes bigint,
  fps double precision,
  duration_s double precision,
  error text check (length(error) <= 300),
  -- The lease for preparing it, and the number of attempts.
  taken_until timestamptz not null default '-infinity',
  tries smallint not null default 0 check (tries >= 0),
  constraint evaluation_clip_ready_has_file check (status <> 'ready' or (judged_key is not null and judged_bytes is not null))
) with (fillfactor = 80);
create unique index evaluation_clip_current on evaluation_clip (task_id, prompt, entry, sample) where is_current;
-- For the bucket sweep, to find orphans.
create index evaluation_clip_by_judged_key on evaluation_clip (judged_key) where judged_key is not null;
create index evaluation_clip_waiting on evaluation_clip (task_id, id) where status = 'waiting';

create table evaluation_rater (
  task_id uuid not null references evaluation (task_id) on delete cascade,
  user_id uuid not null references console_user (id),
  -- Incremented with each claim; the only input of its random draws besides the seed.
  draws bigint not null default 0,
  submitted integer not null default 0,
  skipped integer not null default 0,
  removed_at timestamptz,
  primary key (task_id, user_id)
) with (fillfactor = 70);
create index evaluation_rater_by_user on evaluation_rater (user_id) where removed_at is null;

-- The state of item selection: one row per pair, or per entry that is rated alone. Each row walks the prompts in its own
-- random order.
create table evaluation_lane (
  task_id uuid not null,
  a integer not null,
  -- Equal to a when clips are rated alone.
  b integer not null check (b >= a),
  -- Positions with clips to judge, and the maximum number of items.
  available integer not null check (available >= 0),
  quota integer not null default 2147483647 check (quota >= 0),
  items integer not null generated always as (least(available, quota)) stored,
  issued integer not null default 0 check (issued >= 0),
  -- Progress through the random order; it wraps around, because some clips were not ready at first.
  step integer not null default 0 check (step >= 0),
  -- Overlap of the two confidence intervals on the last leaderboard; decides between lanes with equally many items.
  overlap double precision not null default 1,
  primary key (task_id, a, b),
  foreign key (task_id, a) references evaluation_entry (task_id, entry) on delete cascade,
  foreign key (task_id, b) references evaluation_entry (task_id, entry) on delete cascade
) with (fillfactor = 50);
create index evaluation_lane_next on evaluation_lane (task_id, issued, overlap desc, a, b) where issued < items;

-- Created when claimed and not before: a hundred columns and ten thousand prompts have fifty million pairs.
create table evaluation_item (
  id uuid primary key,
  -- No foreign key: every claim would lock the evaluation row that every submission updates.
  task_id uuid not null,
  kind text not null check (kind in ('rating', 'pairwise', 'gold', 'repeat')),
  -- No foreign key: locked while the item is created and deleted after it; a key would be checked for each deleted clip.
  clip_a bigint not null,
  clip_b bigint,
  prompt integer not null,
  a integer not null,
  b integer not null,
  sample smallint not null,
  needed integer not null check (needed >= 0),
  done integer not null default 0 check (done >= 0),
  -- Current leases; done + leased never exceeds needed.
  leased integer not null default 0 check (leased >= 0),
  -- For a repeat: its rater and the judgement it repeats. For gold: the expected outcome.
  only_rater uuid,
  repeats uuid,
  expected text check (expected in ('a', 'b', 'tie')),
  is_stale boolean not null default false,
  created_at timestamptz not null,
  constraint evaluation_item_not_too_often check (done + leased <= needed or kind = 'gold'),
  constraint evaluation_item_pair_has_two check ((kind = 'rating') = (clip_b is null) or kind in ('gold', 'repeat'))
) with (fillfactor = 70);
create unique index evaluation_item_once on evaluation_item (task_id, a, b, prompt, sample)
  where kind in ('rating', 'pairwise') and not is_stale;
-- Items with the fewest judgements and leases come first.
create index evaluation_item_open on evaluation_item (task_id, (done + leased), created_at, id)
  where kind in ('rating', 'pairwise') and not is_stale and done + leased < needed;
create unique index evaluation_item_repeats on evaluation_item (repeats) where repeats is not null;
create index evaluation_item_by_clip_a on evaluation_item (clip_a);
create index evaluation_item_by_clip_b on evaluation_item (clip_b) where clip_b is not null;
create index evaluation_item_gold on evaluation_item (task_id) where kind = 'gold' and not is_stale;

-- An item leased to a rater. The rater sees only the lease id, which also gives access to the clips.
create table evaluation_lease (
  id uuid primary key,
  task_id uuid not null,
  item_id uuid not null references evaluation_item (id) on delete cascade,
  rater_id uuid not null,
  status text not null check (status in ('leased', 'submitted', 'skipped', 'released', 'lost', 'stale')),
  -- True when b is shown as A.
  is_swapped boolean not null,
  expires_at timestamptz not null,
  claimed_at timestamptz not null,
  ended_at timestamptz,
  draft jsonb,
  draft_saved_at timestamptz,
  skip_reason text check (length(skip_reason) <= 40),
  skip_note text check (length(skip_note) <= 300),
  foreign key (task_id, rater_id) references evaluation_rater (task_id, user_id) on delete cascade,
  constraint evaluation_lease_once unique (item_id, rater_id)
) with (fillfactor = 70);
create index evaluation_lease_in_hand on evaluation_lease (rater_id, task_id) where status = 'leased';
create index evaluation_lease_by_rater on evaluation_lease (rater_id, claimed_at desc, id);
create index evaluation_lease_lost on evaluation_lease (rater_id, task_id) where status = 'lost' and draft is not null;
create index evaluation_lease_due on evaluation_lease (expires_at) where status = 'leased';

create table judgement (
  id uuid primary key,
  task_id uuid not null,
  seq bigint not null check (seq > 0),
  -- The item of the lease.
  item_id uuid not null,
  lease_id uuid not null references evaluation_lease (id) on delete cascade,
  rater_id uuid not null,
  kind text not null check (kind in ('rating', 'pairwise', 'gold', 'repeat')),
  prompt integer not null,
  a integer not null,
  b integer not null,
  -- In terms of a and b, whichever side each was shown on.
  outcome text check (outcome in ('a', 'b', 'tie', 'both_bad')),
  -- Positive favours a.
  strength smallint check (strength between -3 and 3),
  is_swapped boolean not null,
  answers jsonb not null,
  marks jsonb not null,
  watched jsonb not null,
  duration_ms integer not null check (duration_ms >= 0),
  client_id uuid not null,
  submitted_at timestamptz not null,
  -- False when it was undone, voided, or is about a clip that no longer counts.
  is_counted boolean not null default true,
  undone_at timestamptz,
  voided_at timestamptz,
  voided_by text check (length(voided_by) <= 254),
  void_reason text check (length(void_reason) <= 500),
  unique (task_id, seq),
  -- Idempotency: a judgement sent twice counts once.
  constraint judgement_sent_once unique (rater_id, client_id),
  constraint judgement_void_says_why check ((voided_at is null) = (void_reason is null))
) with (fillfactor = 90);
create unique index judgement_one_of_lease on judgement (lease_id) where undone_at is null and voided_at is null;
create index judgement_by_lease on judgement (lease_id);
create index judgement_by_rater on judgement (task_id, rater_id, seq);
create index judgement_by_prompt on judgement (task_id, prompt, seq);
create index judgement_repeats on judgement (task_id, seq) where kind = 'repeat';

-- Metrics of a clip, keyed by its bytes: identical clips are measured once.
create table clip_metric (
  sha256 bytea not null check (octet_length(sha256) = 32),
  metric_key text not null check (length(metric_key) <= 80),
  metric_version text not null check (length(metric_version) <= 80),
  -- Hash of the other inputs of the metric: first frame, reference, prompt; empty if there are none.
  about bytea not null default '',
  value double precision,
  detail jsonb,
  computed_at timestamptz not null,
  primary key (sha256, metric_key, metric_version, about)
);

-- Metrics of each clip. A metric with other inputs belongs to the request that made the clip, or to the prompt given to
-- an AI judge: identical bytes may have been made for other requests too.
create view evaluation_clip_metric as
  select c.id as clip_id, c.task_id, c.prompt, c.entry, c.sample, c.is_current,
    m.metric_key, m.metric_version, m.value, m.detail, m.computed_at
  from evaluation_clip c join clip_metric m on m.sha256 = c.sha256
  where m.about = ''
    or m.about = (select t.request_hash from performer_task t where t.id = c.attempt_id)
    or m.about = (select p.inputs_hash from evaluation_prompt p where p.task_id = c.task_id and p.prompt = c.prompt);
