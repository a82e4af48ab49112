-- Takes a row of the count that no other transaction holds, or adds one: waiting would serialise the writers of a kind, and
-- two transactions that count in another order would deadlock.
create or replace function add_background_job_count(counted_kind text, counted_status text, change bigint)
returns void language plpgsql as $$
begin
  update background_job_count c set jobs = c.jobs + change
    where c.id = (
      select free.id from background_job_count free
        where free.kind = counted_kind and free.status = counted_status
        limit 1 for update skip locked
    );
  if not found then
    insert into background_job_count (kind, status, jobs) values (counted_kind, counted_status, change);
  end if;
end
$$;

create or replace function count_background_jobs() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_background_job_count(s.kind, s.status, s.jobs)
      from (select kind, status, count(*) as jobs from added group by kind, status order by kind, status) s;
  elsif tg_op = 'DELETE' then
    perform add_background_job_count(s.kind, s.status, -s.jobs)
      from (select kind, status, count(*) as jobs from removed group by kind, status order by kind, status) s;
  else
    perform add_background_job_count(s.kind, s.status, s.change)
      from (
        select kind, status, sum(change)::bigint as change
          from (select kind, status, 1 as change from added union all select kind, status, -1 from removed) moved
          group by kind, status having sum(change) <> 0 order by kind, status
      ) s;
  end if;
  return null;
end
$$;
create or replace trigger background_job_counts_added after insert on background_job
  referencing new table as added for each statement execute function count_background_jobs();
create or replace trigger background_job_counts_moved after update on background_job
  referencing new table as added old table as removed for each statement execute function count_background_jobs();
create or replace trigger background_job_counts_removed after delete on background_job
  referencing old table as removed for each statement execute function count_background_jobs();

-- The job of a source row that is one run: it has the id of the row, and one attempt. The caller adds the rest.
create or replace function new_background_job(
  kind text, run uuid, status text, error text, created_at timestamptz, finished_at timestamptz) returns background_job
language plpgsql immutable as $$
declare
  job background_job;
begin
  job.kind := kind;
  job.key := run;
  job.id := run;
  job.status := status;
  job.attempts := 1;
  job.last_error := error;
  job.created_at := created_at;
  job.finished_at := finished_at;
  return job;
end
$$;

-- Adds the jobs or takes over what their source rows say now. The timeline keeps the first step and the last ones.
create or replace function record_background_jobs(jobs background_job[]) returns void language sql as $$
  insert into background_job as kept (id, kind, key, subject_id, owner_id, title, status, attempts, next_run_at, last_error,
      created_at, started_at, finished_at, changed_at, timeline)
    select job.id, job.kind, job.key, job.subject_id, job.owner_id, coalesce(left(job.title, 300), ''), job.status, job.attempts,
      job.next_run_at, left(job.last_error, 500), job.created_at, job.started_at,
      -- A source that forgets its end must not fail the transaction that changes it.
      case when job.status in ('Waiting', 'Running') then null else coalesce(job.finished_at, now()) end, now(),
      jsonb_build_array(jsonb_build_object('at', now(), 'status', job.status, 'error', left(job.last_error, 500)))
    from unnest(jobs) job
    on conflict (kind, key) do update set
      title = excluded.title,
      status = excluded.status,
      attempts = excluded.attempts,
      next_run_at = excluded.next_run_at,
      last_error = excluded.last_error,
      started_at = coalesce(excluded.started_at, case when excluded.status = 'Running' then
        coalesce(kept.started_at, now()) else kept.started_at end),
      finished_at = excluded.finished_at,
      changed_at = excluded.changed_at,
      retried_at = case when excluded.finished_at is null then null else kept.retried_at end,
      timeline = case
        when kept.status = excluded.status and kept.last_error is not distinct from excluded.last_error then kept.timeline
        when jsonb_array_length(kept.timeline) >= 20 then kept.timeline - 1 || excluded.timeline
        else kept.timeline || excluded.timeline
      end;
$$;

create or replace function record_background_job(job background_job) returns void language sql as $$
  select record_background_jobs(array[job]);
$$;

-- Trigger of every source table: its function job_of_<table> says what job the row is.
create or replace function keep_background_job() returns trigger language plpgsql as $$
declare
  job background_job;
begin
  execute format('select * from job_of_%s($1)', tg_table_name) into job using new;
  if job.id is not null then
    perform record_background_job(job);
  end if;
  return null;
end
$$;

create or replace function forget_background_job() returns trigger language plpgsql as $$
declare
  job background_job;
begin
  execute format('select * from job_of_%s($1)', tg_table_name) into job using old;
  delete from background_job where kind = job.kind and key = job.key;
  return null;
end
$$;
