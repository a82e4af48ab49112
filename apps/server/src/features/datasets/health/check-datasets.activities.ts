import type { IndexingDeps } from "../indexing/indexing-deps.ts";
import { checkHealth } from "./check-health.ts";
import { listToCheck } from "./health.store.ts";

const AT_ONCE = 10;
const OFTEN_ENOUGH_MS = 55 * 60_000;

export const checkDatasetsActivities = (deps: IndexingDeps) => ({
  /** Returns false when every dataset was checked recently. */
  async checkDatasetsBatch(): Promise<boolean> {
    const before = new Date(deps.clock().getTime() - OFTEN_ENOUGH_MS);
    const ids = await listToCheck(deps.db, before, AT_ONCE);
    for (const id of ids) await checkHealth(deps, id);
    return ids.length === AT_ONCE;
  },
});

export type CheckDatasetsActivities = ReturnType<typeof checkDatasetsActivities>;
