import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { findNextRemovablePackage } from "./removable-package.store.ts";
import { type RemovalDeps, removePackageObjects } from "./remove-objects.ts";

export interface RemovePackageInput {
  readonly packageId: string;
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;
/** Workers of a package that is over stop at their next heartbeat; what they wrote until then is removed too. */
const GRACE_MS = 15 * 60_000;

export const sweepPackagesActivities = (deps: RemovalDeps) => ({
  async removePackageObjects(input: RemovePackageInput & { readonly isLast: boolean }): Promise<void> {
    await withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) => removePackageObjects(deps, input, signal));
  },

  /** Packages whose removal was lost, or deleted ones. Returns false when none is left. */
  async removeNextPackageObjects(): Promise<boolean> {
    const found = await findNextRemovablePackage(deps.db, new Date(deps.clock().getTime() - GRACE_MS));
    if (!found) return false;
    const input = { packageId: found.id, isLast: true };
    await withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) => removePackageObjects(deps, input, signal));
    return true;
  },
});

export type SweepPackagesActivities = ReturnType<typeof sweepPackagesActivities>;
