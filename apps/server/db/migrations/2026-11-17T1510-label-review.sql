-- The percentage of labels that a second person reviews.
alter table label_task add column review_share smallint not null default 0;
alter table label_task add constraint label_task_review_share_is_percent check (review_share between 0 and 100) not valid;

-- Set while a label that a reviewer rejected is in the hands of its author again.
alter table label_lease add column returned_at timestamptz;

-- Null until the item has all its labels, and for a single label.
alter table label_item add column agreement real;
alter table label_item add constraint label_item_agreement_is_share check (agreement between 0 and 1) not valid;
-- A label of it was rejected twice.
alter table label_item add column is_escalated boolean not null default false;
-- Somebody decided which answer counts.
alter table label_item add column is_adjudicated boolean not null default false;

alter table label_event drop constraint label_event_event_check;
alter table label_event add constraint label_event_event_check check (event in
  ('claimed', 'submitted', 'edited', 'skipped', 'released', 'lost', 'undone', 'restored',
    'accepted', 'fixed', 'rejected', 'escalated', 'adjudicated')) not valid;

-- The review of one person's label of one item. A label that is submitted again is reviewed again.
create table label_review (
  task_id uuid not null,
  seq integer not null,
  -- Whose label it is.
  user_id uuid not null references console_user (id),
  -- Another one each time the label waits.
  id uuid not null,
  state text not null check (state in ('waiting', 'accepted', 'fixed', 'rejected', 'escalated', 'withdrawn')),
  -- Who reviews it now, or decided.
  reviewer_id uuid references console_user (id),
  -- Null when nobody reviews it now. A lease that has ended is free.
  lease_until timestamptz,
  rejections smallint not null default 0 check (rejections >= 0),
  -- The comment of the last rejection.
  note text not null default '' check (length(note) <= 300),
  -- The revision that was decided about.
  revision integer check (revision > 0),
  -- The idempotency key of the last decision and whose it was. They stay while the label waits again, because the reply to
  -- the decision may have been lost.
  client_id uuid,
  decided_by uuid references console_user (id),
  queued_at timestamptz not null,
  decided_at timestamptz,
  primary key (task_id, seq, user_id),
  foreign key (task_id, seq, user_id) references label_lease (task_id, seq, user_id),
  constraint label_review_lease_has_reviewer check (lease_until is null or (reviewer_id is not null and state = 'waiting')),
  constraint label_review_decision_has_time check ((state in ('waiting', 'withdrawn')) = (decided_at is null)),
  constraint label_review_is_by_another check (reviewer_id <> user_id)
) with (fillfactor = 70);
create unique index label_review_by_id on label_review (id);
create unique index label_review_decided_once on label_review (decided_by, client_id) where client_id is not null;
create index label_review_waiting on label_review (task_id, user_id, queued_at, seq) where state = 'waiting';
create index label_review_held on label_review (reviewer_id, task_id) where lease_until is not null;

-- Which answer of an item counts, in revisions; the labels themselves stay as they are.
create table label_adjudication (
  id uuid primary key,
  task_id uuid not null,
  seq integer not null,
  revision integer not null check (revision > 0),
  label_values jsonb not null,
  -- The label that was taken unchanged; null for an answer of the adjudicator's own.
  taken_from uuid references label_revision (id),
  -- The agreement of the labels at that time.
  agreement real check (agreement between 0 and 1),
  note text not null check (length(note) <= 300),
  template_version integer not null,
  duration_ms integer not null check (duration_ms >= 0),
  client_id uuid not null,
  made_by uuid not null references console_user (id),
  is_current boolean not null,
  created_at timestamptz not null,
  foreign key (task_id, seq) references label_item (task_id, seq),
  constraint label_adjudication_numbered_once unique (task_id, seq, revision),
  constraint label_adjudication_sent_once unique (made_by, client_id)
) with (fillfactor = 90);
create unique index label_adjudication_current on label_adjudication (task_id, seq) where is_current;

-- An item in the hands of an adjudicator. A lease that has ended is free, and the next one replaces it.
create table label_adjudication_lease (
  task_id uuid not null,
  seq integer not null,
  id uuid not null,
  user_id uuid not null references console_user (id),
  expires_at timestamptz not null,
  claimed_at timestamptz not null,
  primary key (task_id, seq),
  foreign key (task_id, seq) references label_item (task_id, seq)
) with (fillfactor = 70);
create unique index label_adjudication_lease_by_id on label_adjudication_lease (id);
create index label_adjudication_lease_held on label_adjudication_lease (user_id, task_id);
