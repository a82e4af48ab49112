create table project (
  id text primary key check (id ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$'),
  user_id bigint not null references end_user (id),
  seq bigint not null check (seq > 0),
  name text not null check (length(name) <= 200),
  task_count bigint not null default 0 check (task_count >= 0),
  credits_spent bigint not null default 0 check (credits_spent >= 0),
  created_at timestamptz not null,
  last_activity_at timestamptz not null,
  told_at timestamptz not null default '-infinity',
  unique (user_id, seq)
) with (fillfactor = 80);
create index project_by_time on project (user_id, created_at, seq);

create table project_task (
  id text primary key check (id ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$'),
  project_id text not null references project (id),
  seq bigint not null check (seq > 0),
  parent_task_id text check (length(parent_task_id) <= 64),
  type text not null check (length(type) between 1 and 64),
  status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  model text not null check (length(model) <= 128),
  prompt text not null check (length(prompt) <= 20000),
  inputs jsonb not null,
  outputs jsonb not null,
  params jsonb not null,
  seed bigint,
  credits bigint not null default 0 check (credits >= 0),
  error text check (length(error) <= 2000),
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  told_at timestamptz not null,
  unique (project_id, seq)
);

create table favorite (
  id uuid primary key,
  user_id bigint not null references end_user (id),
  seq bigint not null check (seq > 0),
  source text not null check (source ~ '^[a-z][a-z0-9_-]{0,31}$'),
  assets_type text not null check (assets_type in ('video', 'image', 'audio', 'project')),
  project_id text references project (id),
  task_id text references project_task (id),
  output_index smallint check (output_index >= 0),
  visibility text not null check (visibility in ('private', 'unlisted', 'public')),
  audit_status text not null default 'none' check (audit_status in ('none', 'approved', 'rejected')),
  audited_by text,
  audited_at timestamptz,
  favorited_at timestamptz not null,
  removed_at timestamptz,
  told_at timestamptz not null,
  unique (user_id, seq)
);
create index favorite_wall on favorite (favorited_at desc, id desc) where removed_at is null;
create index favorite_of_user on favorite (user_id, favorited_at desc, id desc) where removed_at is null;
create index favorite_of_source on favorite (source, favorited_at desc, id desc) where removed_at is null;
create index favorite_of_audit on favorite (audit_status, favorited_at desc, id desc) where removed_at is null;
