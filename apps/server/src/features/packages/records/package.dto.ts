import { allows, type PackageDetail, type PackageShard, type PackageSummary } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import { findPackage, type PackageRecord } from "../package.store.ts";
import type { PackagesDeps } from "../packages-deps.ts";
import { loaderCode } from "./loader-code.ts";
import { findNumberedName, listLeftOutSums, type PackageShardRow } from "./package-record.store.ts";
import { listPackageUses } from "./package-use.store.ts";

export type RecordDeps = Pick<PackagesDeps, "db" | "storage">;

export const noPackage = (): DomainError => new DomainError("not_found", "there is no such package");

export const requirePackage = async ({ db }: Pick<RecordDeps, "db">, id: string): Promise<PackageRecord> => {
  const record = await findPackage(db, id);
  if (!record) throw noPackage();
  return record;
};

/** Of all its objects, also of those that trainers do not read. */
export const folderUri = ({ storage }: Pick<RecordDeps, "storage">, folder: string): string =>
  `s3://${storage.bucket}/${folder}`;

export const mayChangePackage = (actor: Actor, createdBy: string): boolean =>
  createdBy === actor.userId || allows(actor, { permission: "MAGI_ADMIN" });

const moment = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What a package was made from, in its record and its manifest. */
export const packageSource = (record: PackageRecord): PackageSummary["source"] => ({
  dataset_id: record.datasetId,
  dataset_name: record.datasetName,
  version: record.version,
  view_id: record.viewId,
  view_name: record.viewName,
  ...record.query,
  order_by: record.orderBy,
});

export const toPackageSummary = (actor: Actor, record: PackageRecord): PackageSummary => ({
  id: record.id,
  name: record.name,
  number: record.number,
  note: record.note,
  status: record.status,
  format: record.format,
  compression: record.settings.compression,
  source: packageSource(record),
  seed: record.settings.seed,
  uri: record.status === "Ready" ? record.uri : null,
  shards_total: record.shardsTotal,
  samples_total: record.samplesTotal,
  bytes_total: record.bytesTotal,
  shards_done: record.shardsDone,
  samples_done: record.samplesDone,
  bytes_done: record.bytesDone,
  left_out: record.leftOut,
  duration_s: record.durationS,
  error: record.error,
  is_deprecated: record.deprecatedAt !== null,
  deprecation_reason: record.deprecationReason,
  created_by: record.creator,
  is_mine: record.createdBy === actor.userId,
  created_at: record.createdAt.toISOString(),
  started_at: moment(record.startedAt),
  finished_at: moment(record.finishedAt),
});

export const getPackageDetail = async (deps: RecordDeps, actor: Actor, id: string): Promise<PackageDetail> => {
  const record = await requirePackage(deps, id);
  const summary = toPackageSummary(actor, record);
  const [leftOut, uses, repeats] = await Promise.all([
    listLeftOutSums(deps.db, id),
    record.status === "Deleted" ? [] : listPackageUses(deps.db, folderUri(deps, record.folder)),
    record.repeats === null ? undefined : findNumberedName(deps.db, record.repeats),
  ]);
  return {
    ...summary,
    settings: record.settings,
    left_out_by_reason: leftOut,
    item_list_sha256: record.itemListSha256,
    content_sha256: record.contentSha256,
    repeats: repeats ?? null,
    verified_at: moment(record.verifiedAt),
    loader_code: summary.uri === null ? "" : loaderCode({ ...record, uri: summary.uri }),
    used_by: uses,
    can_change: mayChangePackage(actor, record.createdBy),
  };
};

export const toPackageShard = ({ written_at, ...shard }: PackageShardRow): PackageShard => ({
  ...shard,
  status: written_at === null ? "Waiting" : "Written",
  written_at: moment(written_at),
});
