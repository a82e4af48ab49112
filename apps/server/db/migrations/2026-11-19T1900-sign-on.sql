-- People of an OpenID provider and their accounts here. An e-mail address never leads from one to the other.
create table sign_on_identity (
  id uuid not null unique,
  issuer text not null check (length(issuer) between 1 and 512),
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references console_user (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- A browser that was sent to the provider. Each row is used once, right or wrong.
create table sign_on_attempt (
  -- Only the SHA-256 of the cookie value is stored: state, nonce and code verifier are derived from that value.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  purpose text not null check (purpose in ('sign_in', 'link')),
  -- The session that links an identity to its user.
  session_id uuid references session (id) on delete cascade,
  return_path text not null check (length(return_path) <= 2048),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at <= created_at + interval '10 minutes'),
  check ((purpose = 'link') = (session_id is not null))
);
create index sign_on_attempt_by_session on sign_on_attempt (session_id);
create index sign_on_attempt_by_expiry on sign_on_attempt (expires_at);

-- Which sessions the provider opened, so that it can end them.
create table session_sign_on (
  session_id uuid primary key references session (id) on delete cascade,
  issuer text not null check (length(issuer) between 1 and 512),
  subject text not null check (length(subject) between 1 and 255),
  -- The provider's own session, if it has told its name.
  sid text check (length(sid) between 1 and 255)
);
create index session_sign_on_by_subject on session_sign_on (issuer, subject);
create index session_sign_on_by_sid on session_sign_on (issuer, sid);

-- The same for a sign-in that awaits its second factor.
create table pending_sign_on (
  token_hash bytea primary key references pending_sign_in (token_hash) on delete cascade,
  issuer text not null check (length(issuer) between 1 and 512),
  subject text not null check (length(subject) between 1 and 255),
  sid text check (length(sid) between 1 and 255)
);

-- Codes that the groups of the provider gave: each sign-in through it takes and gives only these.
alter table console_user_permission add column is_from_provider boolean not null default false;

alter table security_event drop constraint security_event_kind_check;
alter table security_event add constraint security_event_kind_check check (
  kind in (
    'sign_in', 'sign_in_failed', 'sign_in_throttled', 'sign_out', 'password_changed', 'password_change_failed',
    'second_factor_added', 'second_factor_removed', 'passkey_counter_regressed', 'sign_on_linked', 'sign_on_unlinked'
  )
) not valid;
alter table security_event drop constraint security_event_method_check;
alter table security_event add constraint security_event_method_check check (
  method in ('password', 'code', 'totp', 'recovery_code', 'passkey', 'sign_on')
) not valid;
