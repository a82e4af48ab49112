-- Every source table keeps its jobs. Triggers name the columns that decide a job, so that progress and other updates of the
-- row cost nothing, and cells of a grid only the test of a condition.

create or replace trigger benchmark_row_import_keeps_job after insert or update of status, error on benchmark_row_import
  for each row execute function keep_background_job();
create or replace trigger export_job_keeps_job after insert or update of status, error_message, run on export_job
  for each row execute function keep_background_job();
create or replace trigger dataset_index_run_keeps_job after insert or update of status, error, table_try on dataset_index_run
  for each row execute function keep_background_job();
create or replace trigger dataset_export_keeps_job after insert or update of status, error on dataset_export
  for each row execute function keep_background_job();
-- Deleting the files of a package changes nothing about how it was written.
create or replace trigger package_keeps_job after insert or update of status, error, started_at on package
  for each row when (new.status <> 'Deleted') execute function keep_background_job();
create or replace trigger package_comparison_keeps_job after insert or update of status, error on package_comparison
  for each row execute function keep_background_job();
create or replace trigger data_experiment_comparison_keeps_job after insert or update of status, error
  on data_experiment_comparison for each row execute function keep_background_job();
create or replace trigger viewer_verification_keeps_job after insert or update of status, error on viewer_verification
  for each row execute function keep_background_job();
create or replace trigger viewer_column_run_keeps_job after insert or update of status, error on viewer_column_run
  for each row execute function keep_background_job();
create or replace trigger provider_cancellation_keeps_job after insert or update of state, problem, detail, attempts on provider_cancellation
  for each row execute function keep_background_job();
create or replace trigger label_addition_keeps_job after insert or update of status, error on label_addition
  for each row execute function keep_background_job();
create or replace trigger label_export_keeps_job after insert or update of status, error on label_export
  for each row execute function keep_background_job();
create or replace trigger label_prefill_keeps_job after insert or update of status, error on label_prefill
  for each row execute function keep_background_job();
create or replace trigger dataset_column_set_keeps_job after insert or update of status, error on dataset_column_set
  for each row execute function keep_background_job();
create or replace trigger label_report_keeps_job after insert or update of status, run, error on label_report
  for each row execute function keep_background_job();
create or replace trigger processing_run_keeps_job after insert or update of status, error, attempt, started_at on processing_run
  for each row execute function keep_background_job();
create or replace trigger generation_run_keeps_job after insert or update of finished_at, restarts on generation_run
  for each row execute function keep_background_job();

create or replace trigger performer_task_adds_job after insert on performer_task
  for each row when (new.source = 'playground') execute function keep_background_job();
create or replace trigger performer_task_keeps_job after update of status, failures on performer_task
  for each row when (
    new.source = 'playground' and (old.status is distinct from new.status or old.failures is distinct from new.failures)
  ) execute function keep_background_job();

-- Clips of generation are stored as ready and were never a job.
create or replace trigger asset_version_adds_job after insert on asset_version
  for each row when (new.status in ('Uploading', 'Quarantined')) execute function keep_background_job();
create or replace trigger asset_version_keeps_job after update of status on asset_version
  for each row when (
    old.status is distinct from new.status and (old.status in ('Uploading', 'Quarantined') or new.status = 'Quarantined')
  ) execute function keep_background_job();

-- Votes and single clips change the row all the time: only the first failure and the end of the preparation are news.
create or replace trigger evaluation_adds_job after insert on evaluation
  for each row when (new.clips_total > 0) execute function keep_background_job();
create or replace trigger evaluation_keeps_job after update of clips_total, clips_ready, clips_failed, started_at on evaluation
  for each row when (
    old.started_at is distinct from new.started_at
    or old.clips_total is distinct from new.clips_total
    or (old.clips_ready + old.clips_failed < old.clips_total) is distinct from
      (new.clips_ready + new.clips_failed < new.clips_total)
    or (old.clips_failed > 0) is distinct from (new.clips_failed > 0)
  ) execute function keep_background_job();

create or replace trigger label_task_adds_job after insert on label_task
  for each row when (new.fill_run > 0) execute function keep_background_job();
create or replace trigger label_task_keeps_job after update of status, fill_run, error on label_task
  for each row when (
    (old.status = 'Filling' or new.status = 'Filling')
    and (old.status, old.fill_run, old.error) is distinct from (new.status, new.fill_run, new.error)
  ) execute function keep_background_job();

create or replace trigger benchmark_row_import_forgets_job after delete on benchmark_row_import
  for each row execute function forget_background_job();
create or replace trigger export_job_forgets_job after delete on export_job
  for each row execute function forget_background_job();
create or replace trigger dataset_index_run_forgets_job after delete on dataset_index_run
  for each row execute function forget_background_job();
create or replace trigger dataset_export_forgets_job after delete on dataset_export
  for each row execute function forget_background_job();
create or replace trigger package_forgets_job after delete on package
  for each row execute function forget_background_job();
create or replace trigger package_comparison_forgets_job after delete on package_comparison
  for each row execute function forget_background_job();
create or replace trigger data_experiment_comparison_forgets_job after delete on data_experiment_comparison
  for each row execute function forget_background_job();
create or replace trigger viewer_verification_forgets_job after delete on viewer_verification
  for each row execute function forget_background_job();
create or replace trigger viewer_column_run_forgets_job after delete on viewer_column_run
  for each row execute function forget_background_job();
create or replace trigger provider_cancellation_forgets_job after delete on provider_cancellation
  for each row execute function forget_background_job();
create or replace trigger label_addition_forgets_job after delete on label_addition
  for each row execute function forget_background_job();
create or replace trigger label_export_forgets_job after delete on label_export
  for each row execute function forget_background_job();
create or replace trigger label_prefill_forgets_job after delete on label_prefill
  for each row execute function forget_background_job();
create or replace trigger dataset_column_set_forgets_job after delete on dataset_column_set
  for each row execute function forget_background_job();
create or replace trigger label_report_forgets_job after delete on label_report
  for each row execute function forget_background_job();
create or replace trigger processing_run_forgets_job after delete on processing_run
  for each row execute function forget_background_job();
create or replace trigger generation_run_forgets_job after delete on generation_run
  for each row execute function forget_background_job();
create or replace trigger performer_task_forgets_job after delete on performer_task
  for each row when (old.source = 'playground') execute function forget_background_job();
-- An upload that is given up leaves no row. What was checked stays in the list.
create or replace trigger asset_version_forgets_job after delete on asset_version
  for each row when (old.status in ('Uploading', 'Quarantined', 'Rejected')) execute function forget_background_job();
create or replace trigger evaluation_forgets_job after delete on evaluation
  for each row execute function forget_background_job();
create or replace trigger label_task_forgets_job after delete on label_task
  for each row execute function forget_background_job();

-- Jobs from before this table existed, once.
create or replace function fill_background_jobs() returns void language plpgsql as $$
begin
  if exists (select from background_job) then
    return;
  end if;

  perform record_background_job(job_of_benchmark_row_import(s)) from benchmark_row_import s;
  perform record_background_job(job_of_export_job(s)) from export_job s;
  perform record_background_job(job_of_dataset_index_run(s)) from dataset_index_run s;
  perform record_background_job(job_of_dataset_export(s)) from dataset_export s;
  perform record_background_job(job_of_package(s)) from package s;
  perform record_background_job(job_of_package_comparison(s)) from package_comparison s;
  perform record_background_job(job_of_data_experiment_comparison(s)) from data_experiment_comparison s;
  perform record_background_job(job_of_viewer_verification(s)) from viewer_verification s;
  perform record_background_job(job_of_viewer_column_run(s)) from viewer_column_run s;
  perform record_background_job(job_of_provider_cancellation(s)) from provider_cancellation s;
  perform record_background_job(job_of_label_addition(s)) from label_addition s;
  perform record_background_job(job_of_label_export(s)) from label_export s;
  perform record_background_job(job_of_label_prefill(s)) from label_prefill s;
  perform record_background_job(job_of_dataset_column_set(s)) from dataset_column_set s;
  perform record_background_job(job_of_label_report(s)) from label_report s;
  perform record_background_job(job_of_processing_run(s)) from processing_run s;
  perform record_background_job(job_of_generation_run(s)) from generation_run s;
  perform record_background_job(job_of_performer_task(s)) from performer_task s where s.source = 'playground';
  perform record_background_job(job_of_asset_version(s)) from asset_version s
    where s.status in ('Uploading', 'Quarantined', 'Rejected');
  perform record_background_job(job_of_evaluation(s)) from evaluation s
    where s.clips_total > 0 and s.started_at is not null;
  perform record_background_job(job_of_label_task(s)) from label_task s where s.fill_run > 0;
end
$$;
select fill_background_jobs();
