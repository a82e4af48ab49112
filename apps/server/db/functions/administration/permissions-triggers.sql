-- Permissions required to grant access: each keeps at least one enabled holder, against lock-out.
create or replace function keep_an_administrator() returns trigger language plpgsql as $$
declare
  lost text;
begin
  -- An advisory lock serializes the checks, so that each one sees what the previous one has committed.
  perform pg_advisory_xact_lock(7423002);
  select guarded into lost
    from unnest(array['USER_MANAGE_W', 'PERM_MANAGE_W', 'MAGI_ADMIN']) as guarded
    where (tg_table_name = 'console_user' and exists (
        select from console_user_permission p where p.user_id = (to_jsonb(old) ->> 'id')::uuid and p.code = guarded
      ) or tg_table_name = 'console_user_permission' and to_jsonb(old) ->> 'code' = guarded)
      and not exists (
        select from console_user_permission p join console_user u on u.id = p.user_id
          where p.code = guarded and u.is_enabled
      )
    limit 1;
  if lost is not null then
    raise exception 'nobody would be left who holds %', lost using errcode = 'DA001';
  end if;
  return null;
end
$$;
-- Dropped first, because PostgreSQL cannot replace a constraint trigger.
drop trigger if exists console_user_permission_keeps_an_administrator on console_user_permission;
create constraint trigger console_user_permission_keeps_an_administrator
  after delete on console_user_permission deferrable initially deferred
  for each row when (old.code in ('USER_MANAGE_W', 'PERM_MANAGE_W', 'MAGI_ADMIN'))
  execute function keep_an_administrator();
drop trigger if exists console_user_keeps_an_administrator on console_user;
create constraint trigger console_user_keeps_an_administrator
  after update of is_enabled on console_user deferrable initially deferred
  for each row when (old.is_enabled and not new.is_enabled)
  execute function keep_an_administrator();
