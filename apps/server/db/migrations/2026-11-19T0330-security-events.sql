-- Who signed in, failed to, was refused for trying too often, signed out or changed a password. Without a foreign key: an event
-- stays as it was written.
create table security_event (
  seq bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (
    kind in ('sign_in', 'sign_in_failed', 'sign_in_throttled', 'sign_out', 'password_changed', 'password_change_failed')
  ),
  method text check (method in ('password', 'code', 'totp', 'recovery_code')),
  user_id uuid,
  -- A keyed hash of what was typed as the name: it may be a password in the wrong field.
  typed_hash bytea check (length(typed_hash) = 32),
  network text not null check (length(network) <= 64),
  user_agent text not null check (length(user_agent) <= 200),
  request_id text not null check (length(request_id) <= 64),
  check (user_id is not null or typed_hash is not null)
);
create index security_event_by_time on security_event (at);
create index security_event_by_user on security_event (user_id, seq desc);
create index security_event_by_typed on security_event (typed_hash, seq desc);
create index security_event_by_network on security_event (network, seq desc);

do $$
begin
  execute format('revoke update, delete, truncate on security_event from %I', current_setting('dailies.app_role'));
end
$$;
