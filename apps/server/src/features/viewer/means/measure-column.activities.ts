import { ERROR_STATUS } from "@dailies/contract";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import type { RunDeps } from "../run-shards.ts";
import { endColumnRun } from "./column-run.store.ts";
import { measureBatch } from "./measure-batch.ts";

export interface MeasureColumnInput {
  readonly runId: string;
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;
const UNEXPECTED = "it stopped at an unexpected fault; start it again";

export const measureColumnActivities = (deps: RunDeps) => ({
  async measureColumnBatch({ runId }: MeasureColumnInput): Promise<"more" | "done"> {
    return withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) => measureBatch(deps, runId, signal));
  },

  async failColumnRun({ runId, code, message }: MeasureColumnInput & ActivityFault): Promise<void> {
    const error = Object.hasOwn(ERROR_STATUS, code) && code !== "internal" ? message : UNEXPECTED;
    await endColumnRun(deps.db, runId, { status: "Failed", error, at: deps.clock() });
  },
});

export type MeasureColumnActivities = ReturnType<typeof measureColumnActivities>;
