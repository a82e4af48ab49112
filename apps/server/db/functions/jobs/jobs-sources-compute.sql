-- What job a row of each table of compute is, as in jobs-sources.sql.

create or replace function job_of_cluster_job(source cluster_job) returns background_job language plpgsql stable as $$
declare
  job background_job := new_background_job(
    'cluster_job', source.id,
    case source.status
      when 'PENDING' then 'Waiting' when 'RUNNING' then 'Running' when 'SUCCEEDED' then 'Finished'
      when 'STOPPED' then 'Cancelled' else 'Failed'
    end,
    null, source.ordered_at, source.ended_at);
begin
  job.subject_id := source.cluster_id;
  -- Who the metadata of the job names; null unless that is one of our users.
  job.owner_id := user_id_of(source.owner);
  job.title := concat_ws(' · ', nullif(left(source.entrypoint, 180), ''),
    (select c.name from cluster c where c.id = source.cluster_id), source.job_key);
  job.last_error := case source.status
    when 'LOST' then 'the cluster no longer lists this job, which had not ended'
    when 'FAILED' then coalesce(nullif(concat_ws(': ', source.error_type, source.message), ''), 'it failed')
  end;
  -- Ray reports when a job was submitted as its start.
  job.started_at := case when source.status <> 'PENDING' then source.started_at end;
  return job;
end
$$;

create or replace function job_of_inference_service_deploy(source inference_service_deploy)
returns background_job language plpgsql stable as $$
declare
  job background_job;
begin
  job.kind := 'service_deploy';
  job.key := source.service_id || '/' || source.number;
  job.id := background_job_id(job.kind, job.key);
  job.subject_id := source.service_id;
  job.owner_id := user_id_of(source.created_by);
  job.title := concat_ws(' · ', (select s.name from inference_service s where s.id = source.service_id),
    source.kind || ' #' || source.number);
  job.status := source.status;
  job.attempts := 1;
  job.last_error := source.message;
  job.created_at := source.created_at;
  job.finished_at := source.ended_at;
  return job;
end
$$;

-- A poll writes hundreds of jobs with one statement, so their jobs are written with one as well.
create or replace function keep_cluster_jobs() returns trigger language plpgsql as $$
declare
  jobs background_job[];
begin
  if tg_op = 'INSERT' then
    select array_agg(job_of_cluster_job(s)) into jobs from added a join cluster_job s on s.id = a.id;
  else
    -- Logs and progress of pipelines are written all the time and are no news.
    select array_agg(job_of_cluster_job(s)) into jobs
      from added a join removed r on r.id = a.id join cluster_job s on s.id = a.id
      where (a.status, a.message, a.error_type, a.entrypoint, a.started_at, a.ended_at)
        is distinct from (r.status, r.message, r.error_type, r.entrypoint, r.started_at, r.ended_at);
  end if;
  if jobs is not null then
    perform record_background_jobs(jobs);
  end if;
  return null;
end
$$;

create or replace function forget_cluster_jobs() returns trigger language plpgsql as $$
begin
  delete from background_job where kind = 'cluster_job' and key in (select r.id::text from removed r);
  return null;
end
$$;

create or replace trigger cluster_job_adds_jobs after insert on cluster_job
  referencing new table as added for each statement execute function keep_cluster_jobs();
create or replace trigger cluster_job_keeps_jobs after update on cluster_job
  referencing new table as added old table as removed for each statement execute function keep_cluster_jobs();
create or replace trigger cluster_job_forgets_jobs after delete on cluster_job
  referencing old table as removed for each statement execute function forget_cluster_jobs();

create or replace trigger inference_service_deploy_keeps_job after insert or update of status, message on inference_service_deploy
  for each row execute function keep_background_job();
create or replace trigger inference_service_deploy_forgets_job after delete on inference_service_deploy
  for each row execute function forget_background_job();

-- Jobs from before these sources existed, once.
create or replace function fill_compute_jobs() returns void language plpgsql as $$
begin
  if exists (select from background_job where kind = 'cluster_job') then
    return;
  end if;

  perform record_background_jobs((select array_agg(job_of_cluster_job(s)) from cluster_job s));
  perform record_background_job(job_of_inference_service_deploy(s)) from inference_service_deploy s;
end
$$;
select fill_compute_jobs();
