-- One question about a clip. Its wording is in its versions.
create table dimension (
  id uuid primary key,
  key text not null unique check (key ~ '^[A-Za-z0-9_.-]{1,64}$'),
  version integer not null check (version > 0),
  owner_id uuid not null references console_user (id),
  request_key uuid not null,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dimension_made_once unique (owner_id, request_key)
);

create table dimension_version (
  dimension_id uuid not null references dimension (id) on delete cascade,
  version integer not null check (version > 0),
  name text not null check (length(name) between 1 and 120),
  description text not null check (length(description) <= 2000),
  rubric jsonb not null,
  field jsonb not null,
  is_required boolean not null,
  direction text not null check (direction in ('higher', 'lower', 'none')),
  weight double precision not null check (weight between 0 and 1000),
  source text not null check (source in ('human', 'auto', 'judge')),
  metric_key text check (length(metric_key) between 1 and 80),
  applies_to text[] not null,
  tags text[] not null check (cardinality(tags) <= 20),
  created_by text not null check (length(created_by) <= 254),
  created_at timestamptz not null,
  primary key (dimension_id, version),
  constraint dimension_version_names_metric check ((source = 'human') = (metric_key is null))
);
create index dimension_version_by_name on dimension_version (lower(name), dimension_id);

-- The set of questions of an evaluation, versioned too.
create table dimension_template (
  id uuid primary key,
  version integer not null check (version > 0),
  owner_id uuid not null references console_user (id),
  request_key uuid not null,
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint dimension_template_made_once unique (owner_id, request_key)
);

create table template_version (
  template_id uuid not null references dimension_template (id) on delete cascade,
  version integer not null check (version > 0),
  name text not null check (length(name) between 1 and 120),
  mode text not null check (mode in ('rating', 'pairwise', 'auto')),
  instructions text not null check (length(instructions) <= 4000),
  is_blind boolean not null,
  judges_per_item integer not null check (judges_per_item between 1 and 50),
  created_by text not null check (length(created_by) <= 254),
  created_at timestamptz not null,
  primary key (template_id, version)
);
create index template_version_by_name on template_version (lower(name), template_id);

create table template_entry (
  template_id uuid not null,
  version integer not null,
  position integer not null check (position >= 0),
  dimension_id uuid not null,
  dimension_version integer not null,
  weight double precision not null check (weight between 0 and 1000),
  is_required boolean not null,
  section text not null check (length(section) <= 80),
  primary key (template_id, version, position),
  foreign key (template_id, version) references template_version (template_id, version) on delete cascade,
  -- Also prevents the deletion of a dimension in use.
  foreign key (dimension_id, dimension_version) references dimension_version (dimension_id, version),
  constraint template_entry_once unique (template_id, version, dimension_id)
);
create index template_entry_by_dimension on template_entry (dimension_id, dimension_version);
