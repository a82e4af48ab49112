-- The random number that stands for a user on their devices. It says nothing about them.
create table passkey_user (
  user_id uuid primary key references console_user (id) on delete cascade,
  handle bytea not null unique check (octet_length(handle) = 32)
);

-- WebAuthn credentials. Only public keys: none of them signs anybody in.
create table passkey (
  id uuid primary key,
  user_id uuid not null references console_user (id) on delete cascade,
  -- At most ten a person.
  slot smallint not null check (slot between 1 and 10),
  -- Chosen by the authenticator.
  credential_id bytea not null unique check (octet_length(credential_id) between 16 and 1023),
  -- As a COSE key.
  public_key bytea not null check (octet_length(public_key) between 32 and 2048),
  -- The authenticator's signature counter at the last use: a later use has a higher one, or both are zero.
  sign_count bigint not null check (sign_count between 0 and 4294967295),
  transports text[] not null check (cardinality(transports) <= 8),
  -- Whether the device may copy it to others of its user, and whether it had done so at the last use.
  is_backup_eligible boolean not null,
  is_backed_up boolean not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (user_id, slot),
  check (is_backup_eligible or not is_backed_up)
);

-- What an authenticator is asked to sign. Each is answered once, right or wrong.
create table passkey_challenge (
  -- Only the SHA-256 of the cookie value and of the challenge are stored.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  challenge_hash bytea not null check (octet_length(challenge_hash) = 32),
  purpose text not null check (purpose in ('sign_in', 'second_step', 'confirmation', 'enrolment')),
  user_id uuid references console_user (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '5 minutes'),
  -- Whoever signs in with nothing but a passkey is not known before.
  check ((purpose = 'sign_in') = (user_id is null))
);
create index passkey_challenge_by_user on passkey_challenge (user_id);
create index passkey_challenge_by_expiry on passkey_challenge (expires_at);

alter table security_event drop constraint security_event_kind_check;
alter table security_event add constraint security_event_kind_check check (
  kind in (
    'sign_in', 'sign_in_failed', 'sign_in_throttled', 'sign_out', 'password_changed', 'password_change_failed',
    'second_factor_added', 'second_factor_removed', 'passkey_counter_regressed'
  )
) not valid;
alter table security_event drop constraint security_event_method_check;
alter table security_event add constraint security_event_method_check check (
  method in ('password', 'code', 'totp', 'recovery_code', 'passkey')
) not valid;
