-- no transaction
create index concurrently if not exists label_item_disagreed on label_item (task_id, seq) where agreement < 1;
