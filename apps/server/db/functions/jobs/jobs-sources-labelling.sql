-- What job a row of each table of labelling is, as in jobs-sources.sql.

create or replace function job_of_label_task(source label_task) returns background_job language plpgsql stable as $$
declare
  job background_job;
begin
  if source.fill_run = 0 then
    return null;
  end if;
  job.kind := 'label_fill';
  job.key := source.id;
  job.id := background_job_id(job.kind, job.key);
  job.subject_id := source.id;
  job.owner_id := source.owner_id;
  job.title := source.name;
  job.status := case
    when source.status = 'Filling' then 'Running'
    when source.status = 'Failed' then 'Failed'
    -- Closed before it had all its items.
    when source.opened_at is null then 'Cancelled'
    else 'Finished'
  end;
  job.attempts := source.fill_run;
  job.last_error := source.error;
  job.created_at := source.created_at;
  job.finished_at := case when source.status <> 'Filling' then source.updated_at end;
  return job;
end
$$;

create or replace function job_of_label_addition(source label_addition) returns background_job language plpgsql stable as $$
declare
  job background_job := new_background_job(
    'label_addition', source.id, source.status, source.error, source.created_at, source.finished_at);
begin
  job.subject_id := source.task_id;
  job.owner_id := source.created_by;
  job.title := concat_ws(' ← ', label_task_name_of(source.task_id), source.view_name);
  job.started_at := source.created_at;
  return job;
end
$$;

create or replace function job_of_label_export(source label_export) returns background_job language plpgsql stable as $$
declare
  job background_job := new_background_job(
    'label_export', source.id, source.status, source.error, source.created_at, source.finished_at);
begin
  job.subject_id := source.task_id;
  job.owner_id := source.created_by;
  job.title := coalesce(label_task_name_of(source.task_id), '') || ' · ' || source.format;
  return job;
end
$$;

create or replace function job_of_dataset_column_set(source dataset_column_set)
returns background_job language plpgsql stable as $$
declare
  job background_job := new_background_job(
    'label_snapshot', source.id, source.status, source.error, source.created_at, source.finished_at);
begin
  job.subject_id := source.task_id;
  job.owner_id := source.created_by;
  job.title := source.task_name || ' → ' || coalesce(dataset_name_of(source.dataset_id), '') || '.' || source.name;
  return job;
end
$$;

create or replace function job_of_label_report(source label_report) returns background_job language plpgsql stable as $$
declare
  job background_job;
begin
  job.kind := 'label_report';
  -- One row for each task, which is measured many times.
  job.key := source.task_id || '/' || source.run;
  job.id := background_job_id(job.kind, job.key);
  job.subject_id := source.task_id;
  job.owner_id := source.requested_by;
  job.title := coalesce(label_task_name_of(source.task_id), '') || ' #' || source.run;
  job.status := source.status;
  job.attempts := 1;
  job.last_error := source.error;
  job.created_at := source.requested_at;
  job.started_at := source.requested_at;
  job.finished_at := case when source.status <> 'Running' then now() end;
  return job;
end
$$;

create or replace function job_of_label_prefill(source label_prefill) returns background_job language plpgsql stable as $$
declare
  job background_job := new_background_job(
    'label_prefill', source.id, case source.status when 'Uploading' then 'Waiting' else source.status end, source.error,
    source.created_at, source.finished_at);
begin
  job.subject_id := source.task_id;
  job.owner_id := source.created_by;
  job.title := concat_ws(' ← ', label_task_name_of(source.task_id), source.file_name);
  return job;
end
$$;
