-- no transaction
create index concurrently if not exists label_task_to_clear on label_task (deleted_at)
  where deleted_at is not null and items_total > 0;
