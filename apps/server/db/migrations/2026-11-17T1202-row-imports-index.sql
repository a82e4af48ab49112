-- no transaction
create unique index concurrently if not exists benchmark_row_imported_once on benchmark_row (import_id, import_position)
  where import_id is not null;
