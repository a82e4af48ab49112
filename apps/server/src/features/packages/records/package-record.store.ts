import type { LeftOutReason, PackageFormat, PackageStatus } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { likePattern } from "../../../platform/db/like-pattern.ts";
import { type PackageRecord, SELECTED_PACKAGE, toPackageRecord } from "../package.store.ts";

export interface PackageFilter {
  readonly words: string;
  readonly status?: PackageStatus | undefined;
  readonly format?: PackageFormat | undefined;
  readonly datasetId?: string | undefined;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

const conditions = ({ words, status, format, datasetId }: PackageFilter): RawBuilder<unknown> => {
  const all = [sql`true`];
  if (words.trim() !== "") all.push(sql`lower(p.name) like lower(${likePattern(words.trim())})`);
  if (status !== undefined) all.push(sql`p.status = ${status}`);
  if (format !== undefined) all.push(sql`p.format = ${format}`);
  if (datasetId !== undefined) all.push(sql`p.dataset_id = ${datasetId}`);
  return sql.join(all, sql` and `);
};

/** Newest first. */
export const listPackages = async (
  db: Db,
  filter: PackageFilter,
  { limit, offset }: Page,
): Promise<{ records: PackageRecord[]; total: number }> => {
  const where = conditions(filter);
  const [{ rows }, counted] = await Promise.all([
    sql<PackageRecord>`${SELECTED_PACKAGE} where ${where}
      order by p.created_at desc, p.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from package p where ${where}`.execute(db),
  ]);
  return { records: rows.map(toPackageRecord), total: counted.rows[0]?.total ?? 0 };
};

export const findNumberedName = async (
  db: Db,
  id: string,
): Promise<{ readonly id: string; readonly name: string; readonly number: number } | undefined> =>
  db.selectFrom("package").select(["id", "name", "number"]).where("id", "=", id).executeTakeFirst();

export interface LeftOutSum {
  readonly reason: LeftOutReason;
  readonly items: number;
}

/** Most frequent first. */
export const listLeftOutSums = async (db: Db, packageId: string): Promise<LeftOutSum[]> => {
  const { rows } = await sql<LeftOutSum>`
    select reason, items::float8 as items from package_left_out_count where package_id = ${packageId}
    order by items desc, reason`.execute(db);
  return rows;
};

export interface PackageShardRow {
  readonly shard: number;
  readonly name: string | null;
  readonly samples: number;
  readonly bytes: number;
  readonly sha256: string | null;
  readonly left_out: number;
  readonly took_ms: number | null;
  readonly written_at: Date | null;
}

/** In order. Shards are numbered from 0 without gaps, so that a page is a range of the primary key. */
export const listShardRows = async (db: Db, packageId: string, { limit, offset }: Page): Promise<PackageShardRow[]> => {
  const { rows } = await sql<PackageShardRow>`
    select shard, name, coalesce(samples, samples_planned) as samples, coalesce(bytes, bytes_planned)::float8 as bytes, sha256,
      left_out, took_ms, written_at
    from package_shard where package_id = ${packageId} and shard >= ${offset} and shard < ${offset + limit}
    order by shard`.execute(db);
  return rows;
};

/** One more than the last shard, found in the index. */
export const countShards = async (db: Db, packageId: string): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select coalesce(max(shard) + 1, 0) as total from package_shard where package_id = ${packageId}`.execute(db);
  return rows[0]?.total ?? 0;
};

export interface LeftOutRow {
  readonly ordinal: number;
  readonly key: string;
  readonly reason: LeftOutReason;
  readonly detail: string;
}

/** By reason, then in the order of the dataset. At most a thousand rows of each reason exist. */
export const listLeftOutRows = async (
  db: Db,
  packageId: string,
  reason: LeftOutReason | undefined,
  { limit, offset }: Page,
): Promise<{ rows: LeftOutRow[]; total: number }> => {
  const ofReason = reason === undefined ? sql`true` : sql`reason = ${reason}`;
  const from = sql`from package_left_out where package_id = ${packageId} and ${ofReason}`;
  const [{ rows }, counted] = await Promise.all([
    sql<LeftOutRow>`select ordinal::float8 as ordinal, key, reason, detail ${from}
      order by reason, ordinal limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
};

export interface LockedPackage {
  readonly id: string;
  readonly name: string;
  readonly number: number;
  readonly status: PackageStatus;
  readonly folder: string;
  readonly createdBy: string;
  readonly isDeprecated: boolean;
  readonly deprecationReason: string;
}

/** Until the transaction ends, no dataset can be registered in the folder of the package. */
export const lockPackage = async (tx: Tx, id: string): Promise<LockedPackage | undefined> => {
  const { rows } = await sql<LockedPackage>`
    select id, name, number, status, folder, created_by as "createdBy", deprecated_at is not null as "isDeprecated",
      deprecation_reason as "deprecationReason"
    from package where id = ${id} for no key update`.execute(tx);
  return rows[0];
};

export const setDeprecation = async (
  tx: Tx,
  id: string,
  { at, reason }: { readonly at: Date | null; readonly reason: string },
): Promise<void> => {
  await tx.updateTable("package").set({ deprecated_at: at, deprecation_reason: reason }).where("id", "=", id).execute();
};

/** Its objects are removed by the sweep of packages. */
export const markPackageDeleted = async (tx: Tx, id: string): Promise<void> => {
  await tx.updateTable("package").set({ status: "Deleted" }).where("id", "=", id).execute();
};
