-- In a transaction of its own, so that labelling goes on while the rows are checked.
alter table label_task validate constraint label_task_from_task_id_fkey;
alter table label_task validate constraint label_task_from_below_is_percent;
