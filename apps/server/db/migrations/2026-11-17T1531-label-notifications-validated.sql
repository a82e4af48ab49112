-- In a transaction of its own, so that reads go on while the rows are checked.
alter table notification validate constraint notification_label_task_id_fkey;
alter table notification validate constraint notification_kind_known;
