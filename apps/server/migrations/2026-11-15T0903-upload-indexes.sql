-- no transaction
-- Dropped before they are made, because a run that was cut off leaves an index that is not valid.
-- The library lists uploads only. Generated clips, of which there may be a hundred times as many, stay out of its indexes.
-- Over deleted ones as well, since removing a folder looks for whatever still names it.
drop index concurrently if exists upload_in_folder_by_name;
create index concurrently if not exists upload_in_folder_by_name on asset (folder_id, name, id) include (status)
  where folder_id is not null;
drop index concurrently if exists upload_in_no_folder_by_name;
create index concurrently if not exists upload_in_no_folder_by_name on asset (name, id) include (status)
  where folder_id is null and origin = 'upload';
drop index concurrently if exists upload_by_name;
create index concurrently if not exists upload_by_name on asset (name, id) where status <> 'Deleted' and origin = 'upload';
drop index concurrently if exists upload_by_creation;
create index concurrently if not exists upload_by_creation on asset (created_at, id)
  where status <> 'Deleted' and origin = 'upload';
drop index concurrently if exists upload_by_size;
create index concurrently if not exists upload_by_size on asset (size_bytes, id)
  where status <> 'Deleted' and origin = 'upload';
drop index concurrently if exists upload_by_duration;
create index concurrently if not exists upload_by_duration on asset (duration_s, id)
  where status <> 'Deleted' and origin = 'upload';
-- Assets without a duration come last in both directions.
drop index concurrently if exists upload_by_duration_desc;
create index concurrently if not exists upload_by_duration_desc on asset (duration_s desc nulls last, id desc)
  where status <> 'Deleted' and origin = 'upload';
drop index concurrently if exists upload_by_kind;
create index concurrently if not exists upload_by_kind on asset (kind, name, id)
  where status <> 'Deleted' and origin = 'upload';
drop index concurrently if exists upload_unused;
create index concurrently if not exists upload_unused on asset (name, id)
  where status <> 'Deleted' and ref_count = 0 and origin = 'upload';
drop index concurrently if exists upload_tagged;
create index concurrently if not exists upload_tagged on asset (id) include (tags)
  where status <> 'Deleted' and tags <> '{}' and origin = 'upload';
drop index concurrently if exists upload_by_words;
create index concurrently if not exists upload_by_words on asset using gin (folded_name gin_trgm_ops)
  where status <> 'Deleted' and origin = 'upload';
drop index concurrently if exists upload_by_tag;
create index concurrently if not exists upload_by_tag on asset using gin (tags)
  where status <> 'Deleted' and origin = 'upload';
drop index concurrently if exists asset_in_folder_by_name;
drop index concurrently if exists asset_by_name;
drop index concurrently if exists asset_by_creation;
drop index concurrently if exists asset_by_size;
drop index concurrently if exists asset_by_duration;
drop index concurrently if exists asset_by_duration_desc;
drop index concurrently if exists asset_by_kind;
drop index concurrently if exists asset_unused;
drop index concurrently if exists asset_tagged;
drop index concurrently if exists asset_by_words;
drop index concurrently if exists asset_by_tag;
