-- Bases that the console created in Lark for an export. The row is there before the base, so that a repeated request looks
-- for the base of the first one instead of creating a second.
create table lark_base (
  id uuid primary key,
  user_id uuid not null references console_user (id),
  request_key uuid not null,
  name text not null check (length(name) between 1 and 100),
  -- Null for the app's own folder.
  folder_token text check (length(folder_token) <= 100),
  app_token text unique check (length(app_token) <= 100),
  url text check (length(url) <= 1000),
  shared_at timestamptz,
  created_at timestamptz not null,
  constraint lark_base_made_once unique (user_id, request_key),
  constraint lark_base_has_address check ((app_token is null) = (url is null)),
  constraint lark_base_shared_when_made check (shared_at is null or app_token is not null)
);
