create table permission (
  key text primary key check (key ~ '^[A-Z][A-Z0-9_]{1,63}$'),
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 1000),
  group_name text not null check (length(group_name) between 1 and 60),
  -- The console itself asks for these; they are never renamed or removed.
  is_system boolean not null default false,
  -- One bit of the platform's mask. Combined by OR, so two codes must not share one.
  bit integer unique check (bit > 0 and bit & (bit - 1) = 0),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now()
);

insert into permission (key, name, description, group_name, is_system, bit) values
  ('USE_VERSION_1_0', 'Version 1.0', 'Opens the version 1.0 area: tasks, benchmarks, dimensions.', 'Console', true, null),
  ('PERFORMER_PLAYGROUND', 'Performer playground', 'Registers performers and tries them with raw parameters.', 'Console', true, null),
  ('STATIC_RESOURCE_MANAGE', 'Static resources', 'Sees and manages every asset.', 'Console', true, null),
  ('DYNAMIC_CONFIG_MANAGE', 'Dynamic config', 'Reads, changes and publishes dynamic configuration.', 'Console', true, null),
  ('ADMIN_MANAGE_R', 'Jobs', 'Sees all background work and may retry or cancel it.', 'Console', true, null),
  ('USER_MANAGE_R', 'Users: see', 'Sees the console''s users.', 'People', true, null),
  ('USER_MANAGE_W', 'Users: change', 'Creates and changes users, within the permissions held.', 'People', true, null),
  ('PERM_MANAGE_R', 'Permissions: see', 'Sees codes, their holders and their history.', 'People', true, null),
  ('PERM_MANAGE_W', 'Permissions: change', 'Creates codes and gives any code to anybody but themselves.', 'People', true, null),
  ('MAGI_MODIFY_CREDITS', 'Modify credits', 'Platform flag: changes end users'' credits.', 'Platform', true, 2),
  ('MAGI_UPLOAD_ASSETS', 'Upload assets', 'Platform flag: uploads assets of the product.', 'Platform', true, 4),
  ('MAGI_UGC_AUDIT', 'Audit user content', 'Platform flag: reviews what end users made.', 'Platform', true, 8),
  ('MAGI_VIEW_USER_INFO', 'View user info', 'Platform flag: sees end users'' data.', 'Platform', true, 16),
  ('MAGI_VIEW_CONSUMPTIONS', 'View consumptions', 'Platform flag: sees what end users consumed.', 'Platform', true, 32),
  ('MAGI_VIEW_SUBSCRIPTIONS', 'View subscriptions', 'Platform flag: sees end users'' subscriptions.', 'Platform', true, 64),
  ('MAGI_VIEW_PAYMENTS', 'View payments', 'Platform flag: sees end users'' payments.', 'Platform', true, 128),
  ('MAGI_ADMIN', 'Platform administrator', 'Platform flag: opens the admin backend and every call of it.', 'Platform', true, 256);

insert into permission (key, name, group_name)
  select distinct code, code, 'Other' from console_user_permission
  on conflict (key) do nothing;

alter table console_user_permission
  add column granted_by text check (length(granted_by) <= 254),
  add constraint console_user_permission_code_known foreign key (code) references permission (key) not valid;

alter table console_user add column version integer not null default 1 check (version > 0);
-- What a search looks through, in lower case once and for all: folding it anew for every search costs the most by far.
-- Rewrites the table, which is small: people, not what they make.
-- squawk-ignore adding-field-with-default
alter table console_user add column search_text text not null generated always as (
  lower(username::text) || chr(10) || lower(email::text) || chr(10) || lower(realname)
) stored;

-- Codes without which nobody could let anybody in again: each keeps at least one enabled holder, whoever writes.
create function keep_an_administrator() returns trigger language plpgsql as $$
declare
  lost text;
begin
  -- One at a time, and each sees what the one before has committed.
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

create constraint trigger console_user_permission_keeps_an_administrator
  after delete on console_user_permission deferrable initially deferred
  for each row when (old.code in ('USER_MANAGE_W', 'PERM_MANAGE_W', 'MAGI_ADMIN'))
  execute function keep_an_administrator();
create constraint trigger console_user_keeps_an_administrator
  after update of is_enabled on console_user deferrable initially deferred
  for each row when (old.is_enabled and not new.is_enabled)
  execute function keep_an_administrator();
