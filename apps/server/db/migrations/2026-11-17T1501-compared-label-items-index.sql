-- no transaction
create index concurrently if not exists label_item_compared on label_item (task_id, seq) where done >= 2;
