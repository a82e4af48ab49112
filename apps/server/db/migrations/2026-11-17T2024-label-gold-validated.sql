-- In a transaction of its own, so that labelling goes on while the rows are checked.
alter table label_task validate constraint label_task_gold_share_is_percent;
