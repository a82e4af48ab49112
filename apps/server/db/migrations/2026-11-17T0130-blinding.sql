-- Who has seen the labels of a task: its grid, jobs, judgements, leaderboard or exports. Their later judgements of the same
-- clips are not blind.
create table task_viewer (
  -- No foreign keys: the first look of a user must not wait for a transaction that locks the task or the user.
  task_id uuid not null,
  user_id uuid not null,
  first_seen_at timestamptz not null default now(),
  primary key (task_id, user_id)
);

-- Why the rater could know the models when they judged; null for a blind judgement.
alter table judgement add column informed text;
alter table judgement add constraint judgement_informed_is_known
  check (informed in ('owner', 'member', 'viewer')) not valid;

-- Whether informed judgements count on the leaderboard; only the owner changes it.
alter table evaluation add column counts_informed boolean not null default false;

-- Until now owners and members judged by default, and they could see the grid.
update judgement j set informed = 'owner'
from evaluation_entry e join console_task t on t.id in (e.task_id, e.source_task_id)
where e.task_id = j.task_id and t.owner_id = j.rater_id;
update judgement j set informed = 'member'
from evaluation_entry e join task_member m on m.task_id in (e.task_id, e.source_task_id)
where e.task_id = j.task_id and m.user_id = j.rater_id and j.informed is null;
update evaluation v set inputs_revision = inputs_revision + 1
where exists (select from judgement j where j.task_id = v.task_id and j.informed is not null);
