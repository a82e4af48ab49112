import type { ActivityFault } from "../../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../../platform/temporal/with-heartbeat.ts";
import { type CompareListsDeps, compareLists } from "./compare-lists.ts";
import { failComparison } from "./comparison.store.ts";

export interface ComparePackagesInput {
  readonly comparisonId: string;
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;

export const comparePackagesActivities = (deps: CompareListsDeps) => ({
  /** Idempotent: packages do not change, and a retry compares them from the beginning. */
  async comparePackageLists({ comparisonId }: ComparePackagesInput): Promise<void> {
    await withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) => compareLists(deps, comparisonId, signal));
  },
  async failPackageComparison({ comparisonId, ...fault }: ComparePackagesInput & ActivityFault): Promise<void> {
    await failComparison(deps.db, comparisonId, fault, deps.clock());
  },
});

export type ComparePackagesActivities = ReturnType<typeof comparePackagesActivities>;
