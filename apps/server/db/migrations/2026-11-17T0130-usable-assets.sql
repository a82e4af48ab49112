-- no transaction
-- Choosing an input lists one's own assets and shared ones, newest first: ids grow with time.
create index concurrently if not exists usable_by_owner on asset (owner_id, kind, id) include (folder_id)
  where origin = 'upload' and status = 'Ready';
create index concurrently if not exists usable_by_everyone on asset (kind, id) include (folder_id)
  where origin = 'upload' and status = 'Ready' and visibility = 'internal';
-- The inputs of a task, which its members may use.
create index concurrently if not exists asset_reference_of_task on asset_reference (ref_id, asset_id) where kind = 'task';
