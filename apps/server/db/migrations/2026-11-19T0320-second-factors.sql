-- An authenticator app of a user. It counts once the user has shown with a code that the app has the secret.
create table totp_factor (
  user_id uuid primary key references console_user (id) on delete cascade,
  -- Encrypted for this user.
  sealed_secret bytea not null check (octet_length(sealed_secret) between 34 and 200),
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- The newest period of 30 seconds whose code was used: neither it nor an earlier one is accepted again.
  last_step bigint not null default 0 check (last_step >= 0)
);

-- Each replaces a lost second factor once. Only the hash is stored: the codes are long and random.
create table recovery_code (
  user_id uuid not null references console_user (id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Sign-ins whose first factor was right and whose second one is awaited.
create table pending_sign_in (
  -- Only the SHA-256 of the cookie value is stored.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references console_user (id) on delete cascade,
  tries smallint not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pending_sign_in_by_user on pending_sign_in (user_id);
create index pending_sign_in_by_expiry on pending_sign_in (expires_at);
