create extension if not exists citext;

create table console_user (
  id uuid primary key,
  -- Usernames have no at sign, so that one field accepts a username or an e-mail address.
  username citext not null unique check (username ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  email citext not null unique check (position('@' in email::text) > 1 and length(email::text) <= 254),
  realname text not null check (length(realname) <= 200),
  user_role text not null check (length(user_role) between 1 and 64),
  password_hash text,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  version integer not null default 1 check (version > 0),
  -- The searchable text, stored in lower case: folding it in every search would be most of the cost.
  search_text text not null generated always as (
    lower(username::text) || chr(10) || lower(email::text) || chr(10) || lower(realname)
  ) stored
);

create table permission (
  key text primary key check (key ~ '^[A-Z][A-Z0-9_]{1,63}$'),
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 1000),
  group_name text not null check (length(group_name) between 1 and 60),
  -- Permissions that the console itself checks; they cannot be renamed or removed.
  is_system boolean not null default false,
  -- One bit of the platform's permission mask. Masks are combined by OR, so two codes must not share a bit.
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

create table console_user_permission (
  user_id uuid not null references console_user (id) on delete cascade,
  code text not null check (code ~ '^[A-Z][A-Z0-9_]{1,63}$')
    constraint console_user_permission_code_known references permission (key),
  granted_at timestamptz not null default now(),
  granted_by text check (length(granted_by) <= 254),
  -- A code can be granted once per user: flags are combined, never counted.
  primary key (user_id, code)
);
create index console_user_permission_by_code on console_user_permission (code, user_id);

create table session (
  id uuid primary key,
  -- Only the SHA-256 of the cookie value is stored.
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
  -- Binds the code to the browser that requested it.
  request_hash bytea not null unique check (octet_length(request_hash) = 32),
  email citext not null,
  -- Null until the delivery workflow has generated a code.
  code_hash bytea check (octet_length(code_hash) = 32),
  tries smallint not null default 0 check (tries between 0 and 5),
  used_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_code_by_expiry on sign_in_code (expires_at);

create table sign_in_throttle (
  -- Hashed, because people type passwords into the username field.
  key_hash bytea primary key check (octet_length(key_hash) = 32),
  attempts integer not null check (attempts > 0),
  window_ends_at timestamptz not null
);
create index sign_in_throttle_by_window on sign_in_throttle (window_ends_at);
