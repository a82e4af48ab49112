import type { PackageSettings } from "@dailies/contract";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { KeptQuery } from "../../datasets/index.ts";
import { packageFolder } from "../package.rules.ts";

/** Numbers and limits are counted under this lock, so that two requests cannot take the same one. */
export const lockPackageCreation = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('packages', 0))`.execute(tx);
};

export const countUnfinished = async (tx: Tx, userId: string): Promise<{ own: number; all: number }> => {
  const { rows } = await sql<{ own: number; all: number }>`
    select count(*) filter (where created_by = ${userId})::int as own, count(*)::int as all
    from package where status in ('Queued', 'Running', 'Verifying')`.execute(tx);
  return rows[0] ?? { own: 0, all: 0 };
};

interface NewPackage {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly origin: {
    readonly datasetId: string;
    readonly version: number;
    readonly viewId: string;
    readonly query: KeptQuery;
    readonly orderBy: string;
  };
  readonly settings: PackageSettings;
  readonly repeats?: string;
  readonly requestKey: string;
  readonly createdBy: string;
  readonly at: Date;
}

/** Returns its number among the packages of the same name. */
export const insertPackage = async (tx: Tx, { origin, settings, ...made }: NewPackage): Promise<number> => {
  const { rows } = await sql<{ number: number }>`
    insert into package (id, name, number, note, dataset_id, version, view_id, query, order_by, settings, format, status,
      folder, repeats, request_key, created_by, created_at)
    select ${made.id}, ${made.name}::text, coalesce(max(p.number), 0) + 1, ${made.note}, ${origin.datasetId},
      ${origin.version}, ${origin.viewId}, ${JSON.stringify(origin.query)}::jsonb, ${origin.orderBy},
      ${JSON.stringify(settings)}::jsonb, ${settings.format}, 'Queued', ${packageFolder(made.id)},
      ${made.repeats ?? null}, ${made.requestKey}, ${made.createdBy}, ${made.at}
    from package p where lower(p.name) = lower(${made.name}::text)
    returning number`.execute(tx);
  return rows[0]?.number ?? 1;
};

/** Bytes a second of the newest packages that became ready. Undefined without one. */
export const readThroughput = async (db: Db): Promise<number | undefined> => {
  const { rows } = await sql<{ rate: number | null }>`
    select sum(bytes_done)::float8 / nullif(sum(extract(epoch from finished_at - started_at)), 0)::float8 as rate
    from (
      select bytes_done, finished_at, started_at from package
      where status = 'Ready' order by created_at desc, id desc limit 20
    ) recent`.execute(db);
  const rate = rows[0]?.rate ?? 0;
  return rate > 0 ? rate : undefined;
};
