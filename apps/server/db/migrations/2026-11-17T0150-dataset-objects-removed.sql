-- When the item tables, pictures and exports of a deleted dataset were removed from object storage.
alter table dataset add column objects_removed_at timestamptz;
