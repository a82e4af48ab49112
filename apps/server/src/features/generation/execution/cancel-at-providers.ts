import { claimUntold, postponeUntold } from "../jobs/cancel.store.ts";
import { inWindow } from "../runs/grid.rules.ts";
import type { PerformDeps } from "./perform-deps.ts";
import { performJob } from "./perform-job.ts";

const BATCH = 50;
const AT_ONCE = 10;

/** Cancels a batch of jobs at their providers; `left` is how many could not be cancelled yet. */
export const tellProviders = async (
  deps: PerformDeps,
  signal: AbortSignal,
): Promise<{ told: number; left: number }> => {
  const ids = await claimUntold(deps.db, BATCH);
  let told = 0;
  const faults = await inWindow(ids, AT_ONCE, async (id) => {
    const result = await performJob(deps, id, { tries: 0, signal });
    if (result.isDone) told += 1;
    else await postponeUntold(deps.db, id, result.againInMs);
  });
  if (faults.length > 0) throw faults[0];
  return { told, left: ids.length - told };
};
