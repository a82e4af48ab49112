create table session (
  id uuid primary key,
  -- The cookie's value is never stored, only its SHA-256.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_id uuid not null references console_user (id) on delete cascade,
  user_agent text not null check (length(user_agent) <= 400),
  network text not null check (length(network) <= 64),
  signed_in_at timestamptz not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_by_user on session (user_id, last_seen_at desc);
create index session_by_expiry on session (expires_at);

create table sign_in_code (
  id uuid primary key,
  -- Binds the code to the browser that asked for it.
  request_hash bytea not null unique check (octet_length(request_hash) = 32),
  email citext not null,
  -- Absent until the delivery workflow has made a code.
  code_hash bytea check (octet_length(code_hash) = 32),
  tries smallint not null default 0 check (tries between 0 and 5),
  used_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_code_by_expiry on sign_in_code (expires_at);

create table sign_in_throttle (
  -- A hash: people type passwords into the username field.
  key_hash bytea primary key check (octet_length(key_hash) = 32),
  attempts integer not null check (attempts > 0),
  window_ends_at timestamptz not null
);
create index sign_in_throttle_by_window on sign_in_throttle (window_ends_at);
