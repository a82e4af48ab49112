import { LANCE_MANIFEST_NAME } from "@dailies/formats/lance/write-manifest";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { StoredObjects } from "../../../platform/s3/stored-objects.ts";
import { LANCE_FOLDER } from "../package.rules.ts";

export interface WrittenShardRow {
  readonly shard: number;
  readonly name: string;
  readonly samples: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly durationS: number;
  /** Before compression. */
  readonly raw: { readonly name: string; readonly bytes: number; readonly sha256: string } | null;
}

/** The shards that have an object, in order. */
export const listWrittenShards = async (
  db: Db,
  packageId: string,
  after: number,
  limit: number,
): Promise<WrittenShardRow[]> => {
  const { rows } = await sql<WrittenShardRow>`
    select shard, name, samples, bytes::float8 as bytes, sha256, duration_s as "durationS", entry as raw
    from package_shard where package_id = ${packageId} and shard > ${after} and name is not null
    order by shard limit ${limit}`.execute(db);
  return rows;
};

const AT_ONCE = 1_000;

export async function* readWrittenShards(db: Db, packageId: string): AsyncGenerator<WrittenShardRow> {
  let after = -1;
  for (;;) {
    const rows = await listWrittenShards(db, packageId, after, AT_ONCE);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.shard;
  }
}

export interface WrittenTotals {
  readonly shards: number;
  readonly waiting: number;
  readonly samples: number;
  readonly leftOut: number;
}

/** Counted from the shards themselves. */
export const countShards = async (db: Db, packageId: string): Promise<WrittenTotals> => {
  const { rows } = await sql<WrittenTotals>`
    select count(*)::int as shards, (count(*) filter (where written_at is null))::int as waiting,
      coalesce(sum(samples), 0)::float8 as samples, coalesce(sum(left_out), 0)::float8 as "leftOut"
    from package_shard where package_id = ${packageId}`.execute(db);
  return rows[0] ?? { shards: 0, waiting: 0, samples: 0, leftOut: 0 };
};

/** Returns false when the package is over. */
export const beginVerifying = async (db: Db, packageId: string): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    update package set status = 'Verifying' where id = ${packageId} and status in ('Running', 'Verifying')`.execute(db);
  return numAffectedRows > 0n;
};

interface FinishedPackage {
  readonly uri: string;
  readonly contentSha256: string;
  readonly durationS: number;
  readonly at: Date;
}

/** Returns false when the package is over. */
export const setReady = async (
  db: Db,
  packageId: string,
  { uri, contentSha256, durationS, at }: FinishedPackage,
): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    update package set status = 'Ready', uri = ${uri}, content_sha256 = ${contentSha256}, duration_s = ${durationS},
      verified_at = ${at}, finished_at = ${at}
    where id = ${packageId} and status = 'Verifying'`.execute(db);
  return numAffectedRows > 0n;
};

export const packageShards: StoredObjects = {
  what: "package shard",
  bucket: "datasets",
  identity: ["package_id", "shard"],
  rows: sql`select s.package_id, s.shard, array[p.folder || s.name] as keys, s.bytes as size_bytes, s.sha256
    from package_shard s join package p on p.id = s.package_id where p.status = 'Ready' and s.name is not null`,
};

/** The index, the record files and the list of items. */
export const packageRecords: StoredObjects = {
  what: "package",
  bucket: "datasets",
  identity: ["id"],
  rows: sql`select p.id, null::bigint as size_bytes, null::text as sha256, array[
        p.folder || case p.format when 'Lance' then ${LANCE_FOLDER + LANCE_MANIFEST_NAME} else 'index.json' end,
        p.folder || 'manifest.json', p.folder || 'croissant.json'
      ] || array(
        select p.folder || 'source-items/part-' || lpad(n::text, 5, '0') || '.jsonl.zst'
        from generate_series(0, (select max(s.list_part) from package_shard s where s.package_id = p.id)) n
      ) as keys
    from package p where p.status = 'Ready'`,
};
