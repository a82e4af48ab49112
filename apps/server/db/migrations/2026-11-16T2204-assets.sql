create extension if not exists pg_trgm;

create table asset_folder (
  id uuid primary key,
  parent_id uuid references asset_folder (id),
  name text not null check (length(name) between 1 and 255 and name !~ '[/\\]' and name not in ('.', '..')),
  created_at timestamptz not null default now(),
  constraint asset_folder_name_once unique nulls not distinct (parent_id, name),
  constraint asset_folder_not_in_itself check (parent_id <> id)
);

create table asset (
  id uuid primary key,
  owner_id uuid not null references console_user (id),
  folder_id uuid references asset_folder (id),
  name text not null check (length(name) between 1 and 255),
  -- What words are looked for in: folding the case of every row at every search is most of its cost.
  folded_name text not null generated always as (lower(name)) stored,
  tags text[] not null default '{}' check (cardinality(tags) <= 100),
  visibility text not null default 'private' check (visibility in ('private', 'internal')),
  -- What the lists show: that of the newest ready version unless an earlier one was restored, or of the newest when
  -- none is ready yet.
  version integer not null check (version > 0),
  kind text not null check (kind in ('video', 'image', 'audio', 'other')),
  mime text not null check (length(mime) <= 127),
  size_bytes bigint not null check (size_bytes >= 0),
  duration_s double precision,
  status text not null check (status in ('Uploading', 'Quarantined', 'Ready', 'Rejected', 'Deleted')),
  -- Kept by a trigger on asset_reference, so that a list can filter on it.
  ref_count integer not null default 0 check (ref_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- Clips that were generated are assets like any other, but the library lists what people put into it.
  origin text not null default 'upload' check (origin in ('upload', 'generated')),
  constraint asset_deleted_has_no_reference check (status <> 'Deleted' or ref_count = 0)
);
-- The library lists uploads only. Generated clips, of which there may be a hundred times as many, stay out of its indexes.
-- Over deleted ones as well, since removing a folder looks for whatever still names it.
create index upload_in_folder_by_name on asset (folder_id, name, id) include (status)
  where folder_id is not null;
create index upload_in_no_folder_by_name on asset (name, id) include (status)
  where folder_id is null and origin = 'upload';
create index upload_by_name on asset (name, id) where status <> 'Deleted' and origin = 'upload';
create index upload_by_creation on asset (created_at, id)
  where status <> 'Deleted' and origin = 'upload';
create index upload_by_size on asset (size_bytes, id)
  where status <> 'Deleted' and origin = 'upload';
create index upload_by_duration on asset (duration_s, id)
  where status <> 'Deleted' and origin = 'upload';
-- Assets without a duration come last in both directions.
create index upload_by_duration_desc on asset (duration_s desc nulls last, id desc)
  where status <> 'Deleted' and origin = 'upload';
create index upload_by_kind on asset (kind, name, id)
  where status <> 'Deleted' and origin = 'upload';
create index upload_unused on asset (name, id)
  where status <> 'Deleted' and ref_count = 0 and origin = 'upload';
create index upload_tagged on asset (id) include (tags)
  where status <> 'Deleted' and tags <> '{}' and origin = 'upload';
create index upload_by_words on asset using gin (folded_name gin_trgm_ops)
  where status <> 'Deleted' and origin = 'upload';
create index upload_by_tag on asset using gin (tags)
  where status <> 'Deleted' and origin = 'upload';
create index asset_by_owner on asset (owner_id, id);
create index asset_by_unsettled on asset (status, updated_at) where status in ('Uploading', 'Quarantined', 'Rejected', 'Deleted');

create table asset_version (
  asset_id uuid not null references asset (id) on delete cascade,
  version integer not null check (version > 0),
  status text not null check (status in ('Uploading', 'Quarantined', 'Ready', 'Rejected', 'Deleted')),
  mime text not null check (length(mime) <= 127),
  kind text not null check (kind in ('video', 'image', 'audio', 'other')),
  size_bytes bigint not null check (size_bytes >= 0),
  -- Of the bytes in storage as we read them ourselves; before that only claimed.
  sha256 bytea check (octet_length(sha256) = 32),
  claimed_sha256 bytea check (octet_length(claimed_sha256) = 32),
  bucket text not null,
  -- Never written twice: a replacement is a new key. Versions with equal bytes may share one.
  object_key text not null check (length(object_key) <= 900),
  -- Of an unfinished multipart upload.
  upload_id text,
  part_size_bytes bigint check (part_size_bytes > 0),
  upload_expires_at timestamptz,
  probe jsonb,
  poster_key text,
  sprite jsonb,
  verdict text check (length(verdict) <= 500),
  created_at timestamptz not null,
  created_by text not null check (length(created_by) <= 254),
  primary key (asset_id, version),
  constraint asset_version_ready_is_hashed check (status <> 'Ready' or sha256 is not null)
);
create index asset_version_by_content on asset_version (sha256) where status = 'Ready';
create index asset_version_by_object on asset_version (object_key);
create index asset_version_by_poster on asset_version (poster_key) where poster_key is not null;
create index asset_version_unfinished on asset_version (upload_expires_at) where status = 'Uploading';

-- Who uses an asset. Other features add and remove their rows in their own transactions.
create table asset_reference (
  asset_id uuid not null references asset (id),
  kind text not null check (kind ~ '^[a-z][a-z_]{0,63}$'),
  ref_id text not null check (length(ref_id) <= 200),
  label text not null check (length(label) <= 300),
  created_at timestamptz not null default now(),
  primary key (asset_id, kind, ref_id)
);

-- Bytes announced or stored, by owner: a quota is checked against one row, never against a sum over all assets.
create table asset_usage (
  owner_id uuid primary key references console_user (id),
  used_bytes bigint not null check (used_bytes >= 0),
  assets bigint not null check (assets >= 0)
);
