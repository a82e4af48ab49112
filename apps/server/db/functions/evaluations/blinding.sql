-- Tasks that show clips of this one under their labels: the task itself, the benchmarks whose clips it judges, and every
-- evaluation of those benchmarks.
create or replace function related_tasks(of_task uuid) returns setof uuid
language sql stable as $$
  select of_task
  union select source.source_task_id from evaluation_entry source where source.task_id = of_task
  union select other.task_id
    from evaluation_entry source join evaluation_entry other on other.source_task_id = source.source_task_id
    where source.task_id = of_task
  union select other.task_id from evaluation_entry other where other.source_task_id = of_task
$$;

-- Tasks that a user must not see the labels of: those related to a task that they judge while its judging is open.
create or replace function blinded_tasks(who uuid) returns setof uuid
language sql stable as $$
  select distinct related.id
  from evaluation_rater r
  join evaluation e on e.task_id = r.task_id and e.started_at is not null and e.closed_at is null
  join console_task t on t.id = r.task_id and t.status <> 'Finished' and t.deleted_at is null
  cross join lateral related_tasks(r.task_id) as related (id)
  where r.user_id = who and r.removed_at is null
$$;

-- Why a rater could know which model made the clips of a task; null when they could not.
create or replace function informed_as(of_task uuid, who uuid) returns text
language sql stable as $$
  with related as materialized (select id from related_tasks(of_task) as all_of (id))
  select case
    when exists (select from related join console_task t on t.id = related.id where t.owner_id = who) then 'owner'
    when exists (select from related join task_member m on m.task_id = related.id where m.user_id = who) then 'member'
    when exists (select from related join task_viewer v on v.task_id = related.id where v.user_id = who) then 'viewer'
  end
$$;
