-- What jobs did in each five minutes, for charts of the last hours. Rows are taken and added as those of the counts are.
create or replace function add_background_job_rate(
  rated_bucket timestamptz, rated_kind text, rated_event text, more bigint, more_waited_s double precision,
  longest_wait_s double precision)
returns void language plpgsql as $$
begin
  update background_job_rate r
    set jobs = r.jobs + more, waited_s = r.waited_s + more_waited_s, longest_s = greatest(r.longest_s, longest_wait_s)
    where r.id = (
      select free.id from background_job_rate free
        where free.bucket = rated_bucket and free.kind = rated_kind and free.event = rated_event
        limit 1 for update skip locked
    );
  if not found then
    insert into background_job_rate (bucket, kind, event, jobs, waited_s, longest_s)
      values (rated_bucket, rated_kind, rated_event, more, more_waited_s, longest_wait_s);
    -- Some of the old ones go for each new one, so that nobody has to sweep.
    delete from background_job_rate where id in (
      select old.id from background_job_rate old
        where old.bucket < now() - interval '2 days' order by old.bucket limit 20 for update skip locked
    );
  end if;
end
$$;

-- Ends that lie in the past, such as those of a cluster that was registered today, count where they happened.
create or replace function rate_background_jobs() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_background_job_rate(s.bucket, s.kind, s.event, s.jobs, s.waited_s, s.longest_s)
      from (
        select date_bin('5 minutes', least(e.at, now()), 'epoch') as bucket, a.kind, e.event, count(*) as jobs,
            sum(e.waited_s) as waited_s, max(e.waited_s) as longest_s
          from added a
          cross join lateral (
            select a.status as event, a.finished_at as at, 0::double precision as waited_s where a.finished_at is not null
            union all
            select 'Started', a.started_at, greatest(0, extract(epoch from a.started_at - a.created_at))
              where a.started_at is not null
          ) e
          where e.at > now() - interval '2 days'
          group by 1, 2, 3 order by 1, 2, 3
      ) s;
  else
    perform add_background_job_rate(s.bucket, s.kind, s.event, s.jobs, s.waited_s, s.longest_s)
      from (
        select date_bin('5 minutes', least(e.at, now()), 'epoch') as bucket, a.kind, e.event, count(*) as jobs,
            sum(e.waited_s) as waited_s, max(e.waited_s) as longest_s
          from added a join removed r on r.id = a.id
          cross join lateral (
            select a.status as event, a.finished_at as at, 0::double precision as waited_s
              where a.finished_at is not null and a.status <> r.status
            union all
            select 'Started', a.started_at, greatest(0, extract(epoch from a.started_at - a.created_at))
              where a.started_at is not null and r.started_at is null
          ) e
          where e.at > now() - interval '2 days'
          group by 1, 2, 3 order by 1, 2, 3
      ) s;
  end if;
  return null;
end
$$;
create or replace trigger background_job_rates_added after insert on background_job
  referencing new table as added for each statement execute function rate_background_jobs();
create or replace trigger background_job_rates_moved after update on background_job
  referencing new table as added old table as removed for each statement execute function rate_background_jobs();
