-- Groups that a task is given to. A group is whoever holds a permission code: it is looked up whenever somebody labels, so
-- that whoever joins or leaves it gains or loses the task at once. A code that is deleted is held by nobody.
create table label_group (
  task_id uuid not null references label_task (id) on delete cascade,
  code text not null references permission (key) on delete cascade,
  primary key (task_id, code)
);
create index label_group_by_code on label_group (code);
