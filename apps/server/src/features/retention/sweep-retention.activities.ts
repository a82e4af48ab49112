import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import { removeOldFiles } from "../../platform/file-exports/remove-old-files.ts";
import type { BucketStorage } from "../../platform/s3/object-storage.ts";
import { SETTINGS, type Setting, type SettingsReader } from "../settings/index.ts";
import { clearOldDrafts, deleteOldJobLogs } from "./sweep-retention.store.ts";

export interface RetentionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: Pick<SettingsReader, "get">;
  /** Of assets and of the exports of tasks. */
  readonly storage: BucketStorage;
  readonly datasetsStorage: BucketStorage;
}

const BATCH = 500;
const DAY_MS = 86_400_000;

const beginningOf = ({ clock, settings }: RetentionDeps, days: Setting<number>): Date =>
  new Date(clock().getTime() - settings.get(days) * DAY_MS);

export const sweepRetentionActivities = (deps: RetentionDeps) => ({
  /** Deletes one batch of each kind of what has outlived its period; returns whether there may be more. */
  async sweepRetentionBatch(): Promise<boolean> {
    const { db, clock, storage, datasetsStorage } = deps;
    const files = { finishedBefore: beginningOf(deps, SETTINGS.retentionExportFilesDays), limit: BATCH };
    const drafts = { before: beginningOf(deps, SETTINGS.retentionDraftsDays), limit: BATCH };
    const logs = { before: beginningOf(deps, SETTINGS.retentionJobLogsDays), limit: BATCH };
    const removed = [
      await removeOldFiles({ db, clock, storage }, { table: "export_job", ...files }),
      await removeOldFiles({ db, clock, storage: datasetsStorage }, { table: "dataset_export", ...files }),
      await clearOldDrafts(db, "evaluation_lease", drafts),
      await clearOldDrafts(db, "label_lease", drafts),
      await deleteOldJobLogs(db, logs),
    ];
    return removed.includes(BATCH);
  },
});

export type SweepRetentionActivities = ReturnType<typeof sweepRetentionActivities>;
