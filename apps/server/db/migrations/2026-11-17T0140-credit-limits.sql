-- How many credits were created by an operator or a credential, or for an end user, in slots of five minutes. The sum of
-- one day reads at most 290 rows, however many grants it has.
create table credit_created (
  -- `operator:<username>`, `credential:<id>` or `end_user:<id>`.
  subject text not null check (length(subject) between 1 and 100),
  slot timestamptz not null,
  amount bigint not null check (amount > 0),
  primary key (subject, slot)
) with (fillfactor = 70);
create index credit_created_by_slot on credit_created (slot);

do $$
begin
  execute format('revoke insert, update, delete on credit_created from %I', current_setting('dailies.app_role'));
end
$$;

-- The most credits that a credential creates in one day, by grants and by paid orders.
alter table service_credential add column daily_credits bigint check (daily_credits >= 0);
-- Credentials made before this rule create nothing: a new one needs the approval of a second person.
update service_credential set daily_credits = 0 where scopes && array['credits:grant', 'orders:write'];
alter table service_credential add constraint service_credential_has_a_ceiling
  check ((scopes && array['credits:grant', 'orders:write']) = (daily_credits is not null)) not valid;

-- A secret of a credential that creates credits is not accepted before a second person has approved it.
alter table service_secret add column is_active boolean not null default true;

-- An act, other than a grant, that needs a second person.
create table approval_request (
  id uuid primary key,
  kind text not null check (kind in ('service_credential', 'permission', 'config')),
  -- The credential and version, the user and code, or the key of the setting.
  subject text not null check (length(subject) between 1 and 300),
  payload jsonb not null,
  reason text not null check (length(reason) <= 500),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'replaced')),
  requested_by text not null check (length(requested_by) between 1 and 254),
  requested_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  decided_reason text not null default '' check (length(decided_reason) <= 500),
  check ((status in ('approved', 'rejected')) = (decided_by is not null) and (status = 'pending') = (decided_at is null)),
  -- The requester may reject their own request, which withdraws it, but never approve it.
  check (status <> 'approved' or lower(decided_by) <> lower(requested_by))
);
create unique index approval_request_pending on approval_request (kind, subject) where status = 'pending';
create index approval_request_newest on approval_request (requested_at desc, id desc);
