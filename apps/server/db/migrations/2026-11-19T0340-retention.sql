-- When the file of an export was deleted because its retention period had ended.
alter table export_job add column expired_at timestamptz;
alter table dataset_export add column expired_at timestamptz;
