import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

const ROWS_AT_ONCE = 10_000;

/** Rows of every kind that the search covers. Their names share words, as names in a company do. */
export const insertManyNames = async (db: Db, ownerId: string, rows: number): Promise<void> => {
  await sql`
    insert into storage_profile (id, name, region, bucket, prefix, is_path_style, request_key, created_by, created_at, updated_at)
    select md5('profile')::uuid, 'many names', 'x', 'many', '', true, md5('profile')::uuid, 'generator', now(), now()`.execute(
    db,
  );
  await insertOneView(db, ownerId);
  for (let start = 1; start <= rows; start += ROWS_AT_ONCE) {
    await insertSlice(db, ownerId, start, Math.min(start + ROWS_AT_ONCE - 1, rows));
  }
  await sql`analyze`.execute(db);
};

/** Packages are made of a view of a dataset's version; one is enough for all. */
const insertOneView = async (db: Db, ownerId: string): Promise<void> => {
  await sql`
    insert into dataset (id, name, description, kind, layout, uri, profile_id, status, owner_id, request_key, created_at, updated_at)
    select md5('packed')::uuid, 'packed', '', 'MDS', 'plain', 's3://many/packed', md5('profile')::uuid, 'Ready', ${ownerId},
      md5('packed')::uuid, now(), now()`.execute(db);
  await sql`
    insert into dataset_version (dataset_id, version, table_name, table_version, items, duration_s, bytes, faults, columns, note,
      created_by, created_at)
    select md5('packed')::uuid, 1, 'none', 1, 0, 0, 0, 0, '[]', '', 'generator', now()`.execute(db);
  await sql`
    insert into dataset_view (id, dataset_id, name, version, query, order_by, seed, items, request_key, created_by, created_at)
    select md5('view')::uuid, md5('packed')::uuid, 'all', 1, '{}', '', 0, 0, md5('view')::uuid, ${ownerId}, now()`.execute(
    db,
  );
};

const insertSlice = async (db: Db, ownerId: string, start: number, end: number): Promise<void> => {
  const numbers = sql`generate_series(${start}::int, ${end}::int) n`;
  const name = (kind: string) => sql`${kind}::text || ' ' || md5(n::text) || ' night fox ' || n`;
  await sql`
    insert into console_task (id, kind, name, description, status, owner_id, request_key, created_at, updated_at)
    select md5('task' || n)::uuid, 'Benchmark', ${name("benchmark")}, '', 'Init', ${ownerId}, md5('request' || n)::uuid,
      now() - n * interval '1 second', now() - n * interval '1 second' from ${numbers}`.execute(db);
  await sql`
    insert into dataset (id, name, description, kind, layout, uri, profile_id, status, owner_id, request_key, created_at, updated_at)
    select md5('dataset' || n)::uuid, ${name("footage")}, '', 'MDS', 'plain', 's3://many/' || n, md5('profile')::uuid,
      'Ready', ${ownerId}, md5('request' || n)::uuid, now(), now() - n * interval '1 second' from ${numbers}`.execute(
    db,
  );
  await sql`
    insert into package (id, name, number, note, dataset_id, version, view_id, query, order_by, settings, format, status, folder,
      request_key, created_by, created_at, finished_at)
    select md5('package' || n)::uuid, ${name("shards")}, 1, '', md5('packed')::uuid, 1, md5('view')::uuid, '{}', '', '{}', 'MDS',
      'Failed', 'packages/' || n || '/', md5('request' || n)::uuid, ${ownerId}, now() - n * interval '1 second', now()
    from ${numbers}`.execute(db);
  await sql`
    insert into asset (id, owner_id, name, version, kind, mime, size_bytes, status, created_at, updated_at)
    select md5('asset' || n)::uuid, ${ownerId}, ${name("take")} || '.mp4', 1, 'video', 'video/mp4', 1000, 'Ready',
      now() - n * interval '1 second', now() from ${numbers}`.execute(db);
  await sql`
    insert into asset_version (asset_id, version, status, mime, kind, size_bytes, sha256, bucket, object_key, poster_key, created_at, created_by)
    select md5('asset' || n)::uuid, 1, 'Ready', 'video/mp4', 'video', 1000, sha256(n::text::bytea), 'assets', 'media/00/' || n,
      'derived/00/' || n || '/1/poster.webp', now(), 'generator' from ${numbers}`.execute(db);
  await sql`
    insert into console_user (id, username, email, realname, user_role, created_at)
    select md5('user' || n)::uuid, 'person' || n, 'person' || n || '@example.com', ${name("Person")}, 'developer',
      now() - n * interval '1 second' from ${numbers}`.execute(db);
  await sql`
    insert into end_user (email, name, created_at, seen_at)
    select 'customer' || n || '@example.org', ${name("Customer")}, now(), now() from ${numbers}`.execute(db);
  await sql`
    insert into config_item (key, description, is_sensitive, version, value_version, updated_at, updated_by)
    select 'many.night_fox_' || n, '', false, 1, 1, now() - n * interval '1 second', 'generator' from ${numbers}`.execute(
    db,
  );
};
