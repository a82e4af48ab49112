-- A task whose items are those of an earlier task on which people disagree.
alter table label_task add column from_task_id uuid;
-- Percent: items whose labels agree less. Null takes what waits for an adjudicator.
alter table label_task add column from_below smallint;
-- Items of the earlier task that were looked at; filling continues after the last of them.
alter table label_task add column from_read integer not null default 0;
alter table label_task add constraint label_task_from_task_id_fkey
  foreign key (from_task_id) references label_task (id) not valid;
alter table label_task add constraint label_task_from_below_is_percent check (from_below between 1 and 100) not valid;
