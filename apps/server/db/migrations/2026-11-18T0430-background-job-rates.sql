-- How many jobs of a kind started and ended in each five minutes, as the sum of several rows: a writer takes one that no other
-- transaction holds. Kept for two days, so that charts of the last hours never read the jobs themselves.
create table background_job_rate (
  id bigint generated always as identity primary key,
  -- When the five minutes begin.
  bucket timestamptz not null,
  kind text not null,
  event text not null check (event in ('Started', 'Finished', 'Failed', 'Cancelled')),
  jobs bigint not null check (jobs >= 0),
  -- Of jobs that started: how long they had waited, all together and the longest.
  waited_s double precision not null default 0 check (waited_s >= 0),
  longest_s double precision not null default 0 check (longest_s >= 0)
) with (fillfactor = 50);
create index background_job_rate_by_time on background_job_rate (bucket, kind, event);

insert into background_job_rate (bucket, kind, event, jobs, waited_s, longest_s)
  select date_bin('5 minutes', least(e.at, now()), 'epoch'), j.kind, e.event, count(*), sum(e.waited_s), max(e.waited_s)
    from background_job j
    cross join lateral (
      select j.status as event, j.finished_at as at, 0::double precision as waited_s where j.finished_at is not null
      union all
      select 'Started', j.started_at, greatest(0, extract(epoch from j.started_at - j.created_at)) where j.started_at is not null
    ) e
    where e.at > now() - interval '2 days'
    group by 1, 2, 3;
