import { type PackageFormat, type PackageSettings, type PackageStatus, packageSettings } from "@dailies/contract";
import type { ShardColumn } from "@dailies/formats/shard-writer";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { type KeptQuery, keptQuery } from "../datasets/index.ts";

/** A package with the names of what it was made from. */
export interface PackageRecord {
  readonly id: string;
  readonly name: string;
  readonly number: number;
  readonly note: string;
  readonly datasetId: string;
  readonly datasetName: string;
  readonly version: number;
  readonly viewId: string;
  readonly viewName: string;
  readonly query: KeptQuery;
  readonly orderBy: string;
  readonly settings: PackageSettings;
  readonly format: PackageFormat;
  readonly status: PackageStatus;
  /** Of its objects in the console's datasets bucket, with the slash. */
  readonly folder: string;
  readonly uri: string | null;
  /** Null until the plan is complete. */
  readonly shardsTotal: number | null;
  readonly samplesTotal: number | null;
  readonly bytesTotal: number | null;
  readonly itemListSha256: string | null;
  readonly columns: readonly ShardColumn[] | null;
  readonly shardsDone: number;
  readonly samplesDone: number;
  readonly bytesDone: number;
  readonly leftOut: number;
  readonly durationS: number | null;
  readonly contentSha256: string | null;
  readonly verifiedAt: Date | null;
  readonly verifyingSince: Date | null;
  readonly error: string | null;
  readonly repeats: string | null;
  readonly deprecatedAt: Date | null;
  readonly deprecationReason: string;
  readonly createdBy: string;
  readonly creator: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** To be followed by a condition on `p`. */
export const SELECTED_PACKAGE = sql`
  select p.id, p.name, p.number, p.note, p.dataset_id as "datasetId", d.name as "datasetName", p.version,
    p.view_id as "viewId", w.name as "viewName", p.query, p.order_by as "orderBy", p.settings, p.format, p.status,
    p.folder, p.uri, p.shards_total as "shardsTotal", p.samples_total::float8 as "samplesTotal",
    p.bytes_total::float8 as "bytesTotal", p.item_list_sha256 as "itemListSha256", p.columns,
    p.shards_done as "shardsDone", p.samples_done::float8 as "samplesDone", p.bytes_done::float8 as "bytesDone",
    p.left_out::float8 as "leftOut", p.duration_s as "durationS", p.content_sha256 as "contentSha256",
    p.verified_at as "verifiedAt", p.verifying_since as "verifyingSince", p.error, p.repeats,
    p.deprecated_at as "deprecatedAt", p.deprecation_reason as "deprecationReason", p.created_by as "createdBy",
    u.username as creator, p.created_at as "createdAt", p.started_at as "startedAt", p.finished_at as "finishedAt"
  from package p join dataset d on d.id = p.dataset_id join dataset_view w on w.id = p.view_id
    join console_user u on u.id = p.created_by`;

/** Settings are read with today's defaults, so that packages of an older release can be repeated. */
export const toPackageRecord = (row: PackageRecord): PackageRecord => ({
  ...row,
  query: keptQuery.parse(row.query),
  settings: packageSettings.parse(row.settings),
});

export const findPackage = async (db: Db, id: string): Promise<PackageRecord | undefined> => {
  const { rows } = await sql<PackageRecord>`${SELECTED_PACKAGE} where p.id = ${id}`.execute(db);
  return rows.map(toPackageRecord)[0];
};

export const findPackageByRequest = async (
  db: Db,
  userId: string,
  requestKey: string,
): Promise<PackageRecord | undefined> => {
  const { rows } = await sql<PackageRecord>`
    ${SELECTED_PACKAGE} where p.created_by = ${userId} and p.request_key = ${requestKey}`.execute(db);
  return rows.map(toPackageRecord)[0];
};
