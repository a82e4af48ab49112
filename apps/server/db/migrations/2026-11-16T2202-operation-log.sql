-- The audit log. Entries form a hash chain and can only be appended, through one function: the application role may not
-- insert, update or delete rows itself.
create table operation (
  -- Gap-free and in commit order, because the head is locked until the transaction ends.
  seq bigint primary key check (seq > 0),
  at timestamptz not null,
  user_name text not null check (length(user_name) <= 254),
  op_type text not null check (op_type ~ '^[A-Z][A-Za-z_]{0,63}$'),
  subjects text[] not null check (cardinality(subjects) between 1 and 1000),
  meta jsonb not null,
  reason text not null check (length(reason) <= 500),
  request_id text not null check (length(request_id) <= 200),
  source text not null check (source in ('server', 'client')),
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  -- The result of the operation. A successful one does not include it in its hash.
  result text not null default 'ok' check (result in ('ok', 'denied', 'failed'))
);
-- Finds the position of a time in the log.
create index operation_at on operation (at, seq);

-- The audit log by subject, newest first, without scanning other subjects.
create table operation_subject (
  subject text not null check (length(subject) <= 300),
  seq bigint not null references operation (seq),
  primary key (subject, seq)
);

create table operation_head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  at timestamptz not null default '-infinity'
);

insert into operation_head (seq, hash) values (0, sha256('dailies operation log'));

-- The entries that match a filter, numbered from the oldest without gaps.
create table operation_listing (
  list text not null check (length(list) <= 400),
  position bigint not null check (position > 0),
  seq bigint not null references operation (seq),
  primary key (list, position),
  unique (list, seq)
);

create table operation_listing_size (
  list text primary key,
  size bigint not null check (size > 0)
) with (fillfactor = 50);

do $$
begin
  execute format(
    'revoke insert, update, delete on operation, operation_subject, operation_head, operation_listing, '
      'operation_listing_size from %I',
    current_setting('dailies.app_role')
  );
end
$$;
