-- no transaction
create index concurrently if not exists label_export_to_expire on label_export (finished_at)
  where status = 'Finished' and expired_at is null;
