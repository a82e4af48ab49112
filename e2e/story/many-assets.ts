import { sql } from "kysely";
import { createDatabase, type Db } from "../../apps/server/src/platform/database.ts";

interface Wishes {
  readonly databaseUrl: string;
  readonly folderId: string;
  readonly count: number;
  /** Names of ready assets whose pictures the new ones share. */
  readonly like: readonly string[];
}

/** Small enough that none runs into the time one statement may take. */
const AT_ONCE = 4_000;

/** Assets by the thousand, as an import of years would leave them; their pictures are real. */
export const insertManyAssets = async ({ databaseUrl, count, ...wishes }: Wishes): Promise<void> => {
  const { db, close } = createDatabase({ url: databaseUrl, poolSize: 1, applicationName: "dailies-e2e" });
  for (let first = 1; first <= count; first += AT_ONCE) {
    await insertSome(db, { ...wishes, first, last: Math.min(count, first + AT_ONCE - 1) });
  }
  await close();
};

interface Some extends Omit<Wishes, "databaseUrl" | "count"> {
  readonly first: number;
  readonly last: number;
}

const insertSome = async (db: Db, { folderId, like, first, last }: Some): Promise<void> => {
  await sql`
    with sample as (
      select row_number() over (order by a.name) - 1 as place, count(*) over () as samples, a.owner_id, v.*
      from asset a join asset_version v on v.asset_id = a.id and v.version = a.version
      where a.name = any(${[...like]}) and a.status = 'Ready'
    ), fresh as (
      select gen_random_uuid() as id, n, s.*
      from generate_series(${first}::int, ${last}::int) n
      join sample s on s.place = n % s.samples
    ), made as (
      insert into asset (id, owner_id, folder_id, name, tags, version, kind, mime, size_bytes, duration_s, status, created_at, updated_at)
      select id, owner_id, ${folderId}::uuid, 'take ' || lpad(n::text, 6, '0') || '.mp4',
        case when n % 50 = 0 then array['night'] else '{}'::text[] end,
        1, kind, mime, size_bytes + n, 1 + n % 300, 'Ready', now() - n * interval '1 minute', now()
      from fresh
    )
    insert into asset_version
      (asset_id, version, status, mime, kind, size_bytes, sha256, bucket, object_key, probe, poster_key, sprite, created_at, created_by)
    select id, 1, 'Ready', mime, kind, size_bytes + n, sha256, bucket, object_key, probe, poster_key, sprite, now(), 'import'
    from fresh`.execute(db);
};
