import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import type { BucketStorage } from "../../platform/s3/object-storage.ts";
import { SETTINGS, type Setting, type SettingsReader } from "../settings/index.ts";
import { clearOldDrafts, deleteOldJobLogs, listOldFiles, markFilesDeleted } from "./sweep-retention.store.ts";

export interface RetentionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: Pick<SettingsReader, "get">;
  /** Of assets and of the exports of tasks. */
  readonly storage: BucketStorage;
  readonly datasetsStorage: BucketStorage;
}

/** One request to storage deletes at most a thousand objects. */
const BATCH = 500;
const DAY_MS = 86_400_000;

const beginningOf = ({ clock, settings }: RetentionDeps, days: Setting<number>): Date =>
  new Date(clock().getTime() - settings.get(days) * DAY_MS);

/** The objects go first: a file that is only marked would stay in storage forever. */
const removeFiles = async (
  { db, clock }: RetentionDeps,
  storage: BucketStorage,
  { table, before }: { readonly table: "export_job" | "dataset_export"; readonly before: Date },
): Promise<number> => {
  const files = await listOldFiles(db, table, { before, limit: BATCH });
  if (files.length === 0) return 0;
  await storage.deleteObjects(files.map(({ objectKey }) => objectKey));
  await markFilesDeleted(db, table, { ids: files.map(({ id }) => id), at: clock() });
  return files.length;
};

export const sweepRetentionActivities = (deps: RetentionDeps) => ({
  /** Deletes one batch of each kind of what has outlived its period; returns whether there may be more. */
  async sweepRetentionBatch(): Promise<boolean> {
    const { db, storage, datasetsStorage } = deps;
    const files = beginningOf(deps, SETTINGS.retentionExportFilesDays);
    const drafts = { before: beginningOf(deps, SETTINGS.retentionDraftsDays), limit: BATCH };
    const logs = { before: beginningOf(deps, SETTINGS.retentionJobLogsDays), limit: BATCH };
    const removed = [
      await removeFiles(deps, storage, { table: "export_job", before: files }),
      await removeFiles(deps, datasetsStorage, { table: "dataset_export", before: files }),
      await clearOldDrafts(db, "evaluation_lease", drafts),
      await clearOldDrafts(db, "label_lease", drafts),
      await deleteOldJobLogs(db, logs),
    ];
    return removed.includes(BATCH);
  },
});

export type SweepRetentionActivities = ReturnType<typeof sweepRetentionActivities>;
