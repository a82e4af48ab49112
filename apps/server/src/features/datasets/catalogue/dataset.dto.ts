import type {
  DatasetColumn,
  DatasetColumnSet,
  DatasetDetail,
  DatasetSummary,
  DatasetVersion,
  IndexRun,
} from "@dailies/contract";
import type { ListedDataset } from "../dataset.store.ts";
import type { CountedRun } from "../index-run.store.ts";
import type { VersionRow } from "../version.store.ts";

const number = (value: bigint | null): number | null => (value === null ? null : Number(value));

export const toIndexRun = (run: CountedRun): IndexRun => ({
  id: run.id,
  status: run.status as IndexRun["status"],
  parts_done: run.parts_done,
  parts_total: run.parts_total,
  items_done: run.items_done,
  faults: run.faults,
  error: run.error,
  started_at: run.started_at.toISOString(),
  finished_at: run.finished_at?.toISOString() ?? null,
});

/** The columns were validated by the contract when they were written. */
export const toDatasetItem = (row: ListedDataset, run: CountedRun | undefined, userId: string): DatasetSummary => ({
  id: row.id,
  name: row.name,
  description: row.description,
  kind: row.kind as DatasetSummary["kind"],
  layout: row.layout as DatasetSummary["layout"],
  uri: row.uri,
  profile_id: row.profile_id,
  profile_name: row.profile_name,
  status: row.status as DatasetSummary["status"],
  tags: row.tags,
  version: row.version,
  items: number(row.items),
  duration_s: row.duration_s,
  bytes: number(row.bytes),
  faults: number(row.faults),
  health: {
    state: row.health as DatasetSummary["health"]["state"],
    reason: row.health_reason,
    missing_media_share: row.missing_media_share,
    checked_at: row.health_checked_at?.toISOString() ?? null,
  },
  run: run ? toIndexRun(run) : null,
  strip: row.strip.map(Number),
  is_pinned: row.is_pinned,
  owner: row.owner_name,
  is_mine: row.owner_id === userId,
  revision: row.revision,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const toVersion = (row: VersionRow): DatasetVersion => ({
  version: row.version,
  items: Number(row.items),
  duration_s: row.duration_s,
  bytes: Number(row.bytes),
  faults: Number(row.faults),
  note: row.note,
  tags: row.tags,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
});

export const toDatasetDetail = (
  item: DatasetSummary,
  row: ListedDataset,
  { versions, columnSets }: { readonly versions: readonly VersionRow[]; readonly columnSets: DatasetColumnSet[] },
): DatasetDetail => ({
  ...item,
  columns: row.columns as unknown as DatasetColumn[],
  versions: versions.map(toVersion),
  column_sets: columnSets,
});
