-- Returns identical bytes that were stored and checked before, or null.
create or replace function find_checked_bytes(wanted bytea, wanted_bytes bigint) returns jsonb
language plpgsql stable as $$
declare
  found_bytes jsonb;
begin
  select jsonb_build_object('mime', v.mime, 'probe', v.probe, 'bucket', v.bucket, 'objectKey', v.object_key,
      'posterKey', v.poster_key, 'sprite', v.sprite)
    into found_bytes
    from asset_version v join asset a on a.id = v.asset_id
    where v.sha256 = wanted and v.status = 'Ready' and v.size_bytes = wanted_bytes and v.kind = 'video'
      and v.probe is not null and a.status = 'Ready'
    limit 1;
  return found_bytes;
end
$$;

-- Creates a ready asset with one version and a reference to the object it was made for, which protects it from deletion.
create or replace function make_generated_asset(made jsonb) returns void
language plpgsql as $$
declare
  made_id uuid := made ->> 'asset_id';
  made_at timestamptz := made ->> 'at';
begin
  insert into asset (id, owner_id, name, version, kind, mime, size_bytes, duration_s, status, origin, created_at, updated_at)
  values (made_id, (made ->> 'owner_id')::uuid, made ->> 'name', 1, 'video', made ->> 'mime', (made ->> 'size_bytes')::bigint,
    (made -> 'probe' ->> 'duration')::double precision, 'Ready', 'generated', made_at, made_at);
  insert into asset_version (asset_id, version, status, mime, kind, size_bytes, sha256, bucket, object_key, probe,
    poster_key, sprite, created_at, created_by)
  values (made_id, 1, 'Ready', made ->> 'mime', 'video', (made ->> 'size_bytes')::bigint, decode(made ->> 'sha256', 'hex'),
    made ->> 'bucket', made ->> 'object_key', made -> 'probe', made ->> 'poster_key', nullif(made -> 'sprite', 'null'),
    made_at, made ->> 'created_by');
  insert into asset_reference (asset_id, kind, ref_id, label)
  values (made_id, made ->> 'ref_kind', made ->> 'ref_id', made ->> 'ref_label');
end
$$;
