-- Deletes the oldest security events, at most so many, and returns how many. Whoever holds the application's role can thereby
-- not remove what happened in the last month.
create or replace function delete_old_security_events(before timestamptz, most integer) returns integer
  language sql security definer
  set search_path = public, pg_temp
as $$
  with deleted as (
    delete from security_event where seq in (
      select seq from security_event where at < least(before, now() - interval '30 days') order by at limit most
    ) returning 1
  )
  select count(*)::integer from deleted
$$;

revoke execute on function delete_old_security_events from public;
do $$
begin
  execute format('grant execute on function delete_old_security_events to %I', current_setting('dailies.app_role'));
end
$$;
