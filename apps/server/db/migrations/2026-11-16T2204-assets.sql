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
  -- The searchable name: folding the case in every search would be most of the cost.
  folded_name text not null generated always as (lower(name)) stored,
  tags text[] not null default '{}' check (cardinality(tags) <= 100),
  visibility text not null default 'private' check (visibility in ('private', 'internal')),
  -- The current version: the newest ready one unless an earlier one was restored, or the newest if none is ready yet.
  version integer not null check (version > 0),
  kind text not null check (kind in ('video', 'image', 'audio', 'other')),
  mime text not null check (length(mime) <= 127),
  size_bytes bigint not null check (size_bytes >= 0),
  duration_s double precision,
  status text not null check (status in ('Uploading', 'Quarantined', 'Ready', 'Rejected', 'Deleted')),
  -- Maintained by a trigger on asset_reference, so that lists can filter by it.
  ref_count integer not null default 0 check (ref_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- Generated clips are assets too, but the library lists only uploads.
  origin text not null default 'upload' check (origin in ('upload', 'generated')),
  constraint asset_deleted_has_no_reference check (status <> 'Deleted' or ref_count = 0)
);
-- The library lists uploads only. Generated clips, possibly a hundred times as many, are not in its indexes. This one
-- includes deleted assets, because deleting a folder looks up whatever still references it.
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
  -- Computed from the stored bytes by the ingest check; before that, the client's claim.
  sha256 bytea check (octet_length(sha256) = 32),
  claimed_sha256 bytea check (octet_length(claimed_sha256) = 32),
  bucket text not null,
  -- Never overwritten: a replacement gets a new key. Versions with identical bytes may share one.
  object_key text not null check (length(object_key) <= 900),
  -- The id of an unfinished multipart upload.
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

-- Objects that use an asset. Other features insert and delete their rows in their own transactions.
create table asset_reference (
  asset_id uuid not null references asset (id),
  kind text not null check (kind ~ '^[a-z][a-z_]{0,63}$'),
  ref_id text not null check (length(ref_id) <= 200),
  label text not null check (length(label) <= 300),
  created_at timestamptz not null default now(),
  primary key (asset_id, kind, ref_id)
);

-- Reserved and stored bytes by owner: a quota check reads one row instead of summing over all assets.
create table asset_usage (
  owner_id uuid primary key references console_user (id),
  used_bytes bigint not null check (used_bytes >= 0),
  assets bigint not null check (assets >= 0)
);
