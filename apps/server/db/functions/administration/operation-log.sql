-- The bytes that the hash covers: these fields as jsonb text, which sorts keys by length and then alphabetically. A
-- successful operation has no result field. Built by hand, which takes half the time, and without SET search_path, so
-- that PostgreSQL can inline it into queries over many entries: it uses only pg_catalog names, which are resolved first
-- under any search path.
create or replace function operation_content(o operation) returns bytea
  language sql stable
as $$
  select convert_to(
    concat(
      '{"at": "', to_char(o.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      '", "seq": ', o.seq,
      ', "meta": ', o.meta,
      ', "reason": ', to_json(o.reason),
      case when o.result <> 'ok' then concat(', "result": "', o.result, '"') end,
      ', "source": "', o.source,
      '", "op_type": "', o.op_type,
      '", "subjects": ', to_jsonb(o.subjects),
      ', "user_name": ', to_json(o.user_name),
      ', "request_id": ', to_json(o.request_id),
      '}'
    ),
    'UTF8'
  )
$$;

create or replace function list_operations(entries operation[]) returns void language sql
  set search_path = public, pg_temp
as $$
  insert into operation_type (op_type) select distinct e.op_type from unnest(entries) as e
    where not exists (select from operation_type known where known.op_type = e.op_type);
  with belongs as (
    select x.list, e.seq, row_number() over (partition by x.list order by e.seq) as n
      from unnest(entries) as e,
        unnest(array['user:' || e.user_name, 'type:' || e.op_type, 'both:' || e.op_type || ':' || e.user_name]) as x (list)
  ), placed as (
    insert into operation_listing (list, position, seq)
      select b.list, coalesce(s.size, 0) + b.n, b.seq from belongs b left join operation_listing_size s on s.list = b.list
  )
  insert into operation_listing_size (list, size) select list, max(n) from belongs group by list
    on conflict (list) do update set size = operation_listing_size.size + excluded.size
$$;

-- Appends the audit log entries of one action in order and returns the last number. The head stays locked until the
-- caller's transaction ends, so call it last. Times never decrease from one entry to the next.
create or replace function record_operations(entries jsonb) returns bigint
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
      at timestamptz, user_name text, op_type text, subjects text[], meta jsonb, reason text, request_id text, source text,
      result text
    )) with ordinality as e order by e.ordinality
  loop
    head.seq := head.seq + 1;
    head.at := greatest(date_trunc('milliseconds', given.at), head.at);
    entry := row(
      head.seq, head.at, given.user_name, given.op_type, given.subjects, given.meta, given.reason, given.request_id,
      given.source, head.hash, head.hash, coalesce(given.result, 'ok')
    )::operation;
    entry.hash := sha256(entry.previous_hash || operation_content(entry));
    head.hash := entry.hash;
    chained := array_append(chained, entry);
  end loop;
  insert into operation select * from unnest(chained);
  insert into operation_subject (subject, seq)
    select distinct s.subject, e.seq from unnest(chained) as e, unnest(e.subjects) as s (subject);
  perform list_operations(chained);
  update operation_head set seq = head.seq, hash = head.hash, at = head.at where only_row;
  return head.seq;
end
$$;

-- One entry, without a result.
create or replace function record_operation(
  at timestamptz, user_name text, op_type text, subjects text[], meta jsonb, reason text, request_id text, source text
) returns bigint
  language sql security definer
  set search_path = public, pg_temp
as $$
  select record_operations(jsonb_build_array(jsonb_build_object(
    'at', $1, 'user_name', $2, 'op_type', $3, 'subjects', $4, 'meta', $5, 'reason', $6, 'request_id', $7, 'source', $8
  )))
$$;

-- SECURITY DEFINER functions; PostgreSQL grants EXECUTE to PUBLIC by default.
revoke execute on function record_operation, record_operations, list_operations from public;
do $$
begin
  execute format('grant execute on function record_operation, record_operations to %I', current_setting('dailies.app_role'));
end
$$;
