create extension if not exists citext;

create table console_user (
  id uuid primary key,
  -- Without an at sign, so that one field can take either a username or an e-mail address.
  username citext not null unique check (username ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  email citext not null unique check (position('@' in email::text) > 1 and length(email::text) <= 254),
  realname text not null check (length(realname) <= 200),
  user_role text not null check (length(user_role) between 1 and 64),
  password_hash text,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz
);

create table console_user_permission (
  user_id uuid not null references console_user (id) on delete cascade,
  code text not null check (code ~ '^[A-Z][A-Z0-9_]{1,63}$'),
  granted_at timestamptz not null default now(),
  -- The same code twice must not exist anywhere: flags are combined, never counted.
  primary key (user_id, code)
);
