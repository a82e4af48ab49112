import { removeOldFiles } from "../../../platform/file-exports/remove-old-files.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { LABEL_EXPORT_RETENTION_MS } from "../exports/label-export.rules.ts";
import { clearPrefill } from "../prefill/apply-prefill.ts";
import { cancelAbandonedPrefills, findNextOverPrefill } from "../prefill/prefill-clearing.store.ts";
import type { PrefillDeps } from "../prefill/stage-prefill.ts";

const HEARTBEAT = { everyMs: 4_000 };
/** One request to storage. */
const AT_ONCE = 1_000;
/** An upload URL is valid much shorter. */
const UPLOAD_MS = 86_400_000;

const removeExpiredExports = async (deps: PrefillDeps): Promise<boolean> => {
  const finishedBefore = new Date(deps.clock().getTime() - LABEL_EXPORT_RETENTION_MS);
  return (await removeOldFiles(deps, { table: "label_export", finishedBefore, limit: AT_ONCE })) > 0;
};

/** Of uploads that never arrived, and of imports whose workflow was lost. */
const clearNextPrefill = async (deps: PrefillDeps, signal: AbortSignal): Promise<boolean> => {
  const before = new Date(deps.clock().getTime() - UPLOAD_MS);
  await cancelAbandonedPrefills(deps.db, before, deps.clock());
  const over = await findNextOverPrefill(deps.db, before);
  if (!over) return false;
  await clearPrefill(deps, over, signal);
  return true;
};

export const removeLabelFiles = async (deps: PrefillDeps, signal: AbortSignal): Promise<boolean> =>
  (await removeExpiredExports(deps)) || clearNextPrefill(deps, signal);

export const sweepLabelFilesActivities = (deps: PrefillDeps) => ({
  /**
   * Removes some files of labels whose retention has ended, or what is left of an imported file. Returns false when nothing
   * is left to remove.
   */
  async removeLabelFilesBatch(): Promise<boolean> {
    return withHeartbeat(HEARTBEAT, (signal) => removeLabelFiles(deps, signal));
  },
});

export type SweepLabelFilesActivities = ReturnType<typeof sweepLabelFilesActivities>;
