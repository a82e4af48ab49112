create table performer (
  id uuid primary key,
  name text not null check (length(name) between 1 and 120),
  kind text not null check (kind in ('model', 'processor', 'judge')),
  adapter text not null check (adapter in ('videos', 'fal', 'replicate', 'ark', 'comfyui', 'http')),
  endpoint text not null check (length(endpoint) <= 500),
  model text not null check (length(model) <= 200),
  version text not null check (length(version) <= 200),
  adapter_config jsonb not null,
  input_schema jsonb not null,
  capabilities text[] not null,
  concurrency integer not null check (concurrency between 1 and 10000),
  rpm integer check (rpm > 0),
  timeout_s integer not null check (timeout_s > 0),
  pricing jsonb,
  -- Encrypted for this performer and this origin; it cannot be decrypted for another.
  sealed_secret bytea,
  secret_origin text,
  is_enabled boolean not null,
  shared_with_internal boolean not null,
  last_ok_at timestamptz,
  last_error text check (length(last_error) <= 300),
  revision integer not null default 1 check (revision > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by text not null check (length(created_by) <= 254),
  deleted_at timestamptz,
  constraint performer_secret_has_origin check ((sealed_secret is null) = (secret_origin is null))
);
create unique index performer_name_once on performer (lower(name)) where deleted_at is null;

-- The rate limit of a performer across all workers: when the next job may start.
create table performer_gate (
  performer_id uuid primary key references performer (id) on delete cascade,
  next_free_at timestamptz not null default '-infinity'
);
