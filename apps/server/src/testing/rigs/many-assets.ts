import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** A library as it may look after some years: few rare kinds, few tags, most assets in use. */
export const insertManyAssets = async (db: Db, ownerId: string, rows: number, rowsAtOnce = 100_000): Promise<void> => {
  await sql`
    insert into asset_folder (id, name)
    select md5('folder' || n)::uuid, 'folder ' || n from generate_series(1, 200) n on conflict do nothing`.execute(db);
  for (let start = 1; start <= rows; start += rowsAtOnce) {
    const end = Math.min(start + rowsAtOnce - 1, rows);
    await sql`
      insert into asset (id, owner_id, folder_id, name, tags, version, kind, mime, size_bytes, duration_s, status, ref_count, created_at, updated_at)
      select md5('asset' || n)::uuid, ${ownerId},
        case when n % 3 = 0 then null else md5('folder' || (1 + n % 200))::uuid end,
        'take ' || md5(n::text) || ' scene ' || n % 977 || '.mp4',
        case when n % 10 = 0 then array['tag ' || n % 37, 'all'] else '{}' end,
        1, case when n % 1000 = 0 then 'audio' when n % 4 = 0 then 'image' else 'video' end, 'video/mp4',
        1000 + (n::bigint * 7919) % 1000003, case when n % 4 = 0 then null else (n % 7200) / 10.0 end,
        case when n % 5000 = 0 then 'Rejected' else 'Ready' end,
        case when n % 50 = 0 then 0 else 1 end, now() - n * interval '1 second', now()
      from generate_series(${start}::int, ${end}::int) n`.execute(db);
    await sql`
      insert into asset_version (asset_id, version, status, mime, kind, size_bytes, sha256, bucket, object_key, poster_key, created_at, created_by)
      select md5('asset' || n)::uuid, 1, case when n % 5000 = 0 then 'Rejected' else 'Ready' end, 'video/mp4', 'video', 1000,
        sha256(n::text::bytea), 'assets', 'media/00/' || n, 'derived/00/' || n || '/1/poster.webp', now(), 'generator'
      from generate_series(${start}::int, ${end}::int) n`.execute(db);
  }
};
