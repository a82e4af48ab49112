import { columnSetKey } from "../column-sets/column-set.rules.ts";
import { listRemovableColumnSets, markColumnSetsRemoved } from "../column-sets/column-set.store.ts";
import type { DatasetsDeps } from "../datasets-deps.ts";
import { deletePictureRows, findDeletedDataset, markObjectsRemoved } from "./deleted-dataset.store.ts";

/** Writers of a deleted dataset stop at their next heartbeat; what they wrote until then is removed too. */
const GRACE_MS = 15 * 60_000;
const AT_ONCE = 1_000;

type SweepDeps = Pick<DatasetsDeps, "db" | "clock" | "storage" | "catalogue">;

const removeColumnSets = async ({ db, storage, catalogue }: SweepDeps, now: Date): Promise<boolean> => {
  const sets = await listRemovableColumnSets(db, new Date(now.getTime() - GRACE_MS), AT_ONCE);
  if (sets.length === 0) return false;
  await storage.deleteObjects(sets.map(({ id, datasetId }) => columnSetKey(catalogue.folderKey(datasetId), id)));
  await markColumnSetsRemoved(
    db,
    sets.map(({ id }) => id),
    now,
  );
  return true;
};

export const sweepDatasetsActivities = (deps: SweepDeps) => ({
  /**
   * Removes some objects of a deleted dataset from the console's own bucket: item tables, staged parts, pictures, exports and
   * column sets; then the files of deleted column sets. The source data lies elsewhere and is not touched. Returns false when
   * nothing is left to remove.
   */
  async removeDatasetObjectsBatch(): Promise<boolean> {
    const { db, clock, storage, catalogue } = deps;
    const now = clock();
    const id = await findDeletedDataset(db, new Date(now.getTime() - GRACE_MS));
    if (id === undefined) return removeColumnSets(deps, now);
    const objects = await storage.listObjects(catalogue.folderKey(id), { limit: AT_ONCE });
    if (objects.length > 0) {
      await storage.deleteObjects(objects.map(({ key }) => key));
      return true;
    }
    if ((await deletePictureRows(db, id, AT_ONCE)) < AT_ONCE) await markObjectsRemoved(db, id, now);
    return true;
  },
});

export type SweepDatasetsActivities = ReturnType<typeof sweepDatasetsActivities>;
