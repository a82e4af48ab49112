create table config_item (
  key text primary key check (key ~ '^[a-z][a-z0-9_-]{0,63}[.][a-z][a-z0-9_.-]{0,127}$'),
  namespace text generated always as (split_part(key, '.', 1)) stored,
  description text not null default '' check (length(description) <= 1000),
  is_sensitive boolean not null,
  is_archived boolean not null default false,
  -- The newest version, published or not; also incremented when the key is archived or restored.
  version integer not null check (version > 0),
  -- The newest row of config_version: a new description or archiving increments `version`, but not this.
  value_version integer not null check (value_version <= version),
  published_version integer check (published_version <= version),
  -- The global publication number of the last published change; readers compare it.
  published_seq bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null,
  updated_by text not null check (length(updated_by) <= 254)
);
create index config_item_by_namespace on config_item (namespace, key);

create table config_version (
  key text not null references config_item (key) on delete cascade,
  version integer not null check (version > 0),
  schema jsonb not null,
  -- Exactly one of the two is set: plain text, or encrypted with the server's key.
  value jsonb,
  sealed_value bytea,
  was_published boolean not null default false,
  comment text not null default '' check (length(comment) <= 500),
  created_at timestamptz not null,
  created_by text not null check (length(created_by) <= 254),
  primary key (key, version),
  constraint config_version_has_one_value check ((value is null) <> (sealed_value is null))
);

-- Counts publications. Incremented under a row lock, so that numbers become visible in order.
create table config_head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null
);

insert into config_head (seq) values (0);
