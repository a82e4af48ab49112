import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import type { CompareArmsDeps } from "./arm-samples.ts";
import { compareArms } from "./compare-arms.ts";
import { failComparison } from "./comparison.store.ts";

export interface CompareArmsInput {
  readonly comparisonId: string;
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;

export const compareArmsActivities = (deps: CompareArmsDeps) => ({
  /** Idempotent: the data of arms do not change, and a retry compares them from the beginning. */
  async compareArmSamples({ comparisonId }: CompareArmsInput): Promise<void> {
    await withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) => compareArms(deps, comparisonId, signal));
  },
  async failArmComparison({ comparisonId, ...fault }: CompareArmsInput & ActivityFault): Promise<void> {
    await failComparison(deps.db, comparisonId, fault, deps.clock());
  },
});

export type CompareArmsActivities = ReturnType<typeof compareArmsActivities>;
