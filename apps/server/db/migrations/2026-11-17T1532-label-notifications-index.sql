-- no transaction
create index concurrently if not exists notification_by_label_task on notification (label_task_id)
  where label_task_id is not null;
