import { ERROR_STATUS } from "@dailies/contract";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { type FillDeps, fillItems } from "./fill-items.ts";
import { failFilling } from "./label-item.store.ts";

export interface FillLabelTaskInput {
  readonly taskId: string;
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;
const UNEXPECTED = "reading the items stopped at an unexpected fault; start again";

export const fillLabelTaskActivities = (deps: FillDeps) => ({
  /** Idempotent: a retry continues after the items that are there. */
  async fillLabelItems({ taskId }: FillLabelTaskInput): Promise<void> {
    await withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) => fillItems(deps, taskId, signal));
  },
  async failLabelTask({ taskId, code, message }: FillLabelTaskInput & ActivityFault): Promise<void> {
    const error = Object.hasOwn(ERROR_STATUS, code) ? message : UNEXPECTED;
    await failFilling(deps.db, taskId, { error, at: deps.clock() });
  },
});

export type FillLabelTaskActivities = ReturnType<typeof fillLabelTaskActivities>;
