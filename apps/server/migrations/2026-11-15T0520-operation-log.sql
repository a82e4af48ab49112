-- The history of what people did. Entries are chained by their hashes and can only be added, through one function:
-- the role the processes run as may not insert, change or remove a row itself.
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
  hash bytea not null check (octet_length(hash) = 32)
);

-- The history of one thing, newest first, without looking through that of all others.
create table operation_subject (
  subject text not null check (length(subject) <= 300),
  seq bigint not null references operation (seq),
  primary key (subject, seq)
);

create table operation_head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null check (octet_length(hash) = 32)
);
insert into operation_head (seq, hash) values (0, sha256('dailies operation log'));

-- What a hash covers, as bytes. jsonb writes the same object always in the same way.
create function operation_content(o operation) returns bytea
  language sql stable
  set search_path = public, pg_temp
as $$
  select convert_to(
    jsonb_build_object(
      'seq', o.seq,
      'at', to_char(o.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'user_name', o.user_name,
      'op_type', o.op_type,
      'subjects', o.subjects,
      'meta', o.meta,
      'reason', o.reason,
      'request_id', o.request_id,
      'source', o.source
    )::text,
    'UTF8'
  )
$$;

-- Adds one entry and answers its number. The head stays locked until the caller's transaction ends, so call it last.
create function record_operation(
  at timestamptz, user_name text, op_type text, subjects text[], meta jsonb, reason text, request_id text, source text
) returns bigint
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  head operation_head;
  entry operation;
begin
  select * into strict head from operation_head for update;
  entry := row(
    head.seq + 1, date_trunc('milliseconds', at), user_name, op_type, subjects, meta, reason, request_id, source,
    head.hash, head.hash
  )::operation;
  entry.hash := sha256(entry.previous_hash || operation_content(entry));
  insert into operation select entry.*;
  insert into operation_subject (subject, seq) select distinct unnest(subjects), entry.seq;
  update operation_head set seq = entry.seq, hash = entry.hash where only_row;
  return entry.seq;
end
$$;

-- The same for many entries of one act: they are chained in memory and written together.
create function record_operations(entries jsonb) returns bigint
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
declare
  head operation_head;
  given record;
  entry operation;
  chained operation[] := '{}';
begin
  select * into strict head from operation_head for update;
  for given in
    select e.* from rows from (jsonb_to_recordset(entries) as (
      at timestamptz, user_name text, op_type text, subjects text[], meta jsonb, reason text, request_id text, source text
    )) with ordinality as e order by e.ordinality
  loop
    entry := row(
      head.seq + 1, date_trunc('milliseconds', given.at), given.user_name, given.op_type, given.subjects, given.meta,
      given.reason, given.request_id, given.source, head.hash, head.hash
    )::operation;
    entry.hash := sha256(entry.previous_hash || operation_content(entry));
    head.seq := entry.seq;
    head.hash := entry.hash;
    chained := array_append(chained, entry);
  end loop;
  insert into operation select * from unnest(chained);
  insert into operation_subject (subject, seq)
    select distinct s.subject, e.seq from unnest(chained) as e, unnest(e.subjects) as s (subject);
  update operation_head set seq = head.seq, hash = head.hash where only_row;
  return head.seq;
end
$$;

-- Belt and braces: not even the owner changes the past by accident.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the history can only be added to' using errcode = 'insufficient_privilege';
end
$$;
create trigger operation_is_append_only before update or delete or truncate on operation
  for each statement execute function refuse_change();
create trigger operation_subject_is_append_only before update or delete or truncate on operation_subject
  for each statement execute function refuse_change();

do $$
begin
  execute format(
    'revoke insert, update, delete on operation, operation_subject, operation_head from %I',
    current_setting('dailies.app_role')
  );
end
$$;
