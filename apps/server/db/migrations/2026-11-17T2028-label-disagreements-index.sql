-- no transaction
create index concurrently if not exists label_task_by_from_task on label_task (from_task_id) where from_task_id is not null;
