-- no transaction
-- The command palette: names by their beginning (b-tree), by any part (trigrams), and the newest ones.
create index concurrently if not exists console_task_by_folded_name on console_task (folded_name text_pattern_ops)
  where deleted_at is null;
create index concurrently if not exists upload_by_folded_name on asset (folded_name text_pattern_ops)
  where status <> 'Deleted' and origin = 'upload';
create index concurrently if not exists dataset_by_folded_name on dataset (lower(name) text_pattern_ops)
  where deleted_at is null;
create index concurrently if not exists dataset_by_words on dataset using gin (lower(name) gin_trgm_ops)
  where deleted_at is null;
create index concurrently if not exists dataset_by_update on dataset (updated_at desc, id) where deleted_at is null;
create index concurrently if not exists console_user_by_search_text on console_user (search_text text_pattern_ops);
create index concurrently if not exists console_user_by_words on console_user using gin (search_text gin_trgm_ops);
create index concurrently if not exists console_user_by_creation on console_user (created_at desc, id);
create index concurrently if not exists end_user_by_words on end_user
  using gin (lower(email::text || chr(10) || name) gin_trgm_ops);
create index concurrently if not exists config_item_by_key_prefix on config_item (key text_pattern_ops);
create index concurrently if not exists config_item_by_words on config_item using gin (key gin_trgm_ops)
  where not is_archived;
create index concurrently if not exists config_item_by_update on config_item (updated_at desc, key) where not is_archived;
