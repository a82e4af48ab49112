-- Files that a base outside holds already: a clip is sent there once, however often its row is written.
create table export_media (
  app_token text not null check (length(app_token) <= 100),
  object_key text not null check (length(object_key) <= 900),
  file_token text not null check (length(file_token) <= 200),
  primary key (app_token, object_key)
);
