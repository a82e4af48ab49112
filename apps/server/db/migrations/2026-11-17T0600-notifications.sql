-- What a user is told about, one row per user and event. Names of tasks are read from the tasks, so that a notification
-- shows nothing that its reader may no longer see.
create table notification (
  id bigint generated always as identity primary key,
  user_id uuid not null references console_user (id) on delete cascade,
  -- Identifies the event: repeating the act notifies nobody twice.
  event_key text not null check (length(event_key) <= 200),
  kind text not null
    check (kind in ('judging_opened', 'member_added', 'generation_finished', 'board_shared', 'request_decided')),
  task_id uuid references console_task (id) on delete cascade,
  details jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  mailed_at timestamptz,
  unique (user_id, event_key)
);
create index notification_by_user on notification (user_id, id desc);
create index notification_by_task on notification (task_id);
create index notification_by_age on notification (created_at);

-- A user without a row gets mails, in English.
create table notification_setting (
  user_id uuid primary key references console_user (id) on delete cascade,
  is_mailed boolean not null,
  language text not null check (language in ('en', 'zh'))
);
