-- Who may open the leaderboard of a task, and nothing else of it, although they may not see tasks.
create table board_share (
  task_id uuid not null references console_task (id) on delete cascade,
  user_id uuid not null references console_user (id) on delete cascade,
  shared_by text not null check (length(shared_by) <= 254),
  shared_at timestamptz not null,
  primary key (task_id, user_id)
);
create index board_share_by_user on board_share (user_id, shared_at desc);
