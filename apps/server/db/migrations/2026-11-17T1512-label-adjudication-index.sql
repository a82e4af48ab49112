-- no transaction
create index concurrently if not exists label_item_to_adjudicate on label_item (task_id, agreement nulls first, seq)
  where not is_adjudicated and (is_escalated or agreement < 1);
