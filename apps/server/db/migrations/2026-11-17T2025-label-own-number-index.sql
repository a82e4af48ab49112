-- no transaction
create index concurrently if not exists label_lease_by_own_number on label_lease (user_id, task_id, own_number)
  where own_number is not null;
