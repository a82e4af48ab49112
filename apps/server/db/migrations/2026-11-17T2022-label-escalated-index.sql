-- no transaction
create index concurrently if not exists label_item_escalated on label_item (task_id, seq)
  where is_escalated and not is_adjudicated;
