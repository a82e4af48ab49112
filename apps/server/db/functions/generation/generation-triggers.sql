-- A final status cannot change: a late response may go into the log, never into the outcome.
create or replace function refuse_status_after_end() returns trigger language plpgsql as $$
begin
  raise exception 'call % ended as % and cannot become %', old.id, old.status, new.status using errcode = 'DA003';
end
$$;
create or replace trigger performer_task_ends_once before update of status on performer_task
  for each row when (old.finished_at is not null and old.status is distinct from new.status)
  execute function refuse_status_after_end();

create or replace function refuse_delete_with_jobs() returns trigger language plpgsql as $$
begin
  if exists (select from performer_task where performer_id = old.id) then
    raise exception 'performer % still has calls', old.id using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$;
-- Dropped first, because PostgreSQL cannot replace a constraint trigger.
drop trigger if exists performer_leaves_no_call on performer;
create constraint trigger performer_leaves_no_call after delete on performer
  deferrable initially deferred for each row execute function refuse_delete_with_jobs();
