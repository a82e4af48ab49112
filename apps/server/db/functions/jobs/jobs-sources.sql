-- What job a row of each source table is. Their triggers are in jobs-triggers.sql. A null id means that the row is no job.

-- For rows whose key is not one uuid: always the same id for the same key.
create or replace function background_job_id(kind text, key text) returns uuid language sql immutable as $$
  select overlay(overlay(md5(kind || ':' || key) placing '8' from 13 for 1) placing 'a' from 17 for 1)::uuid;
$$;

create or replace function user_id_of(name text) returns uuid language sql stable as $$
  select id from console_user where username = name::citext;
$$;

create or replace function task_name_of(task uuid) returns text language sql stable as $$
  select name from console_task where id = task;
$$;

create or replace function dataset_name_of(dataset uuid) returns text language sql stable as $$
  select name from dataset where id = dataset_name_of.dataset;
$$;

create or replace function label_task_name_of(task uuid) returns text language sql stable as $$
  select name from label_task where id = task;
$$;

create or replace function job_of_generation_run(source generation_run) returns background_job language plpgsql stable as $$
declare
  job background_job;
begin
  job.kind := 'generation';
  job.key := source.task_id || '/' || source.run;
  job.id := background_job_id(job.kind, job.key);
  job.subject_id := source.task_id;
  job.owner_id := user_id_of(source.requested_by);
  job.title := coalesce(task_name_of(source.task_id), '') || ' #' || source.run;
  job.attempts := source.restarts + 1;
  job.created_at := source.started_at;
  job.started_at := source.started_at;
  job.finished_at := source.finished_at;
  job.status := case
    when source.finished_at is null then 'Running'
    when exists (select from benchmark_cell c where c.task_id = source.task_id and c.status = 'Failed') then 'Failed'
    when exists (select from benchmark_cell c where c.task_id = source.task_id and c.status = 'Succeeded') then 'Finished'
    else 'Cancelled'
  end;
  if job.status = 'Failed' then
    job.last_error := 'some cells of the grid failed';
  end if;
  return job;
end
$$;

create or replace function job_of_performer_task(source performer_task) returns background_job language plpgsql stable as $$
declare
  job background_job;
begin
  -- Cells of a grid belong to the job of their run.
  if source.source <> 'playground' then
    return null;
  end if;
  job.kind := 'performer_call';
  job.key := source.id;
  job.id := source.id;
  job.subject_id := source.performer_id;
  job.owner_id := source.requested_by;
  job.title := source.title;
  job.status := case source.status
    when 'Pending' then 'Waiting' when 'Queued' then 'Waiting' when 'Succeeded' then 'Finished'
    when 'Expired' then 'Failed' else source.status
  end;
  job.attempts := source.failures + 1;
  job.next_run_at := case when source.finished_at is null then source.next_poll_at end;
  job.last_error := source.error_message;
  job.created_at := source.queued_at;
  job.started_at := source.started_at;
  job.finished_at := source.finished_at;
  return job;
end
$$;

create or replace function job_of_asset_version(source asset_version) returns background_job language plpgsql stable as $$
declare
  job background_job;
begin
  job.kind := 'asset_ingest';
  job.key := source.asset_id || '/' || source.version;
  job.id := background_job_id(job.kind, job.key);
  job.subject_id := source.asset_id;
  job.owner_id := user_id_of(source.created_by);
  job.title := coalesce((select a.name from asset a where a.id = source.asset_id), '') || ' #' || source.version;
  job.status := case source.status
    when 'Uploading' then 'Waiting' when 'Quarantined' then 'Running' when 'Ready' then 'Finished'
    when 'Rejected' then 'Failed' else 'Cancelled'
  end;
  job.attempts := 1;
  job.last_error := source.verdict;
  job.created_at := source.created_at;
  job.finished_at := case when source.status not in ('Uploading', 'Quarantined') then now() end;
  return job;
end
$$;

create or replace function job_of_benchmark_row_import(source benchmark_row_import)
returns background_job language plpgsql stable as $$
declare
  job background_job := new_background_job(
    'row_import', source.id, source.status, source.error, source.created_at, source.finished_at);
begin
  job.subject_id := source.task_id;
  job.owner_id := source.created_by;
  job.title := concat_ws(' ← ', task_name_of(source.task_id), dataset_name_of(source.dataset_id));
  return job;
end
$$;

create or replace function job_of_evaluation(source evaluation) returns background_job language plpgsql stable as $$
declare
  job background_job;
begin
  job.kind := 'clip_preparation';
  -- One job for each judging: what was not prepared when it starts anew is not wanted any more.
  job.key := source.task_id;
  job.id := background_job_id(job.kind, job.key);
  job.subject_id := source.task_id;
  job.owner_id := (select t.owner_id from console_task t where t.id = source.task_id);
  job.title := coalesce(task_name_of(source.task_id), '');
  job.attempts := 1;
  job.created_at := coalesce(source.started_at, now());
  job.started_at := source.started_at;
  if source.clips_total = 0 then
    job.status := 'Cancelled';
    job.finished_at := now();
  elsif source.clips_ready + source.clips_failed < source.clips_total then
    job.status := 'Running';
  else
    job.status := case when source.clips_failed > 0 then 'Failed' else 'Finished' end;
    job.finished_at := now();
  end if;
  if source.clips_failed > 0 then
    job.last_error := source.clips_failed || ' of ' || source.clips_total || ' clips could not be prepared';
  end if;
  return job;
end
$$;

create or replace function job_of_export_job(source export_job) returns background_job language plpgsql stable as $$
declare
  job background_job := new_background_job(
    'export', source.id, source.status, source.error_message, source.created_at, source.finished_at);
begin
  job.subject_id := source.task_ids[1];
  job.owner_id := source.created_by;
  job.title := coalesce(task_name_of(source.task_ids[1]), '') || ' · ' || source.rows || ' · ' ||
    coalesce(source.target ->> 'kind', '');
  job.attempts := source.run;
  return job;
end
$$;

create or replace function job_of_dataset_index_run(source dataset_index_run)
returns background_job language plpgsql stable as $$
declare
  job background_job := new_background_job(
    'dataset_index', source.id, source.status, source.error, source.started_at, source.finished_at);
begin
  job.subject_id := source.dataset_id;
  job.owner_id := user_id_of(source.started_by);
  job.title := coalesce(dataset_name_of(source.dataset_id), '');
  job.attempts := source.table_try + 1;
  return job;
end
$$;

create or replace function job_of_dataset_export(source dataset_export) returns background_job language plpgsql stable as $$
declare
  job background_job := new_background_job(
    'dataset_export', source.id, source.status, source.error, source.created_at, source.finished_at);
begin
  job.subject_id := source.dataset_id;
  job.owner_id := source.created_by;
  job.title := coalesce(dataset_name_of(source.dataset_id), '') || '@' || source.version || ' · ' || source.format;
  return job;
end
$$;

create or replace function job_of_package(source package) returns background_job language plpgsql stable as $$
declare
  job background_job;
begin
  job.kind := 'package';
  job.key := source.id;
  job.id := source.id;
  job.subject_id := source.dataset_id;
  job.owner_id := source.created_by;
  job.title := source.name || '@' || source.number || ' · ' || source.format;
  job.status := case source.status
    when 'Queued' then 'Waiting' when 'Verifying' then 'Running' when 'Ready' then 'Finished'
    when 'Deleted' then case when source.content_sha256 is null then 'Failed' else 'Finished' end
    else source.status
  end;
  job.attempts := 1;
  job.last_error := source.error;
  job.created_at := source.created_at;
  job.started_at := source.started_at;
  job.finished_at := source.finished_at;
  return job;
end
$$;

create or replace function job_of_package_comparison(source package_comparison)
returns background_job language plpgsql stable as $$
declare
  job background_job := new_background_job(
    'package_comparison', source.id, source.status, source.error, source.created_at, source.finished_at);
begin
  job.subject_id := source.package_id;
  job.owner_id := source.created_by;
  job.title := (
    select string_agg(p.name || '@' || p.number, ' ↔ ' order by p.id = source.package_id desc)
      from package p where p.id in (source.package_id, source.against_id)
  );
  return job;
end
$$;

create or replace function job_of_data_experiment_comparison(source data_experiment_comparison)
returns background_job language plpgsql stable as $$
declare
  job background_job := new_background_job(
    'data_comparison', source.id, source.status, source.error, source.created_at, source.finished_at);
begin
  job.subject_id := source.experiment_id;
  job.owner_id := source.created_by;
  job.title := (
    select left(e.question, 120) || ' · ' || e.arms[source.position] || ' ↔ ' || e.arms[1]
      from data_experiment e where e.id = source.experiment_id
  );
  return job;
end
$$;

create or replace function job_of_processing_run(source processing_run)
returns background_job language plpgsql stable as $$
declare
  job background_job := new_background_job(
    'processing', source.id, source.status, source.error, source.created_at, source.finished_at);
begin
  job.subject_id := source.dataset_id;
  job.owner_id := source.created_by;
  job.title := source.name || ' · ' || source.template;
  job.attempts := source.attempt;
  job.started_at := source.started_at;
  return job;
end
$$;

create or replace function job_of_viewer_verification(source viewer_verification)
returns background_job language plpgsql stable as $$
declare
  job background_job := new_background_job(
    'set_verification', source.id, source.status, source.error, source.started_at, source.finished_at);
begin
  job.owner_id := source.started_by;
  job.title := source.uri;
  return job;
end
$$;

create or replace function job_of_viewer_column_run(source viewer_column_run)
returns background_job language plpgsql stable as $$
declare
  job background_job := new_background_job(
    'column_means', source.id, source.status, source.error, source.started_at, source.finished_at);
begin
  job.owner_id := source.started_by;
  job.title := source.column_name || ' · ' || source.uri;
  return job;
end
$$;

create or replace function job_of_provider_cancellation(source provider_cancellation)
returns background_job language plpgsql stable as $$
declare
  job background_job;
begin
  job.kind := 'subscription_cancellation';
  job.key := source.id;
  job.id := source.id;
  job.subject_id := source.plan_id;
  job.owner_id := (select user_id_of(p.asked_by) from plan_cancellation p where p.key = source.request_key);
  -- Names no customer: reading those needs a permission of its own.
  job.title := source.plan_id || ' · ' || source.mode;
  job.status := case source.state
    when 'sending' then 'Running' when 'superseded' then 'Cancelled'
    when 'accepted' then 'Finished' when 'confirmed' then 'Finished' else 'Failed'
  end;
  job.attempts := source.attempts;
  job.last_error := nullif(concat_ws(': ', source.problem, nullif(source.detail, '')), '');
  job.created_at := source.requested_at;
  job.finished_at := case when source.state <> 'sending' then coalesce(source.confirmed_at, source.accepted_at, now()) end;
  return job;
end
$$;
