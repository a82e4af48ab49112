-- no transaction
-- For the hourly search for what has outlived its period.
create index concurrently if not exists export_job_files
  on export_job (finished_at) where status = 'Finished' and object_key is not null and expired_at is null;
create index concurrently if not exists dataset_export_files
  on dataset_export (finished_at) where status = 'Finished' and expired_at is null;
create index concurrently if not exists evaluation_lease_old_draft
  on evaluation_lease (draft_saved_at) where status <> 'leased' and draft is not null;
create index concurrently if not exists label_lease_old_draft
  on label_lease (draft_saved_at) where status <> 'leased' and draft is not null;
create index concurrently if not exists cluster_job_log_age on cluster_job_log (changed_at);
