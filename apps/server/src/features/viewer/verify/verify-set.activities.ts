import { ERROR_STATUS } from "@dailies/contract";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import type { RunDeps } from "../run-shards.ts";
import { endVerification } from "./verification.store.ts";
import { verifyBatch } from "./verify-batch.ts";

export interface VerifySetInput {
  readonly verificationId: string;
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;
const UNEXPECTED = "it stopped at an unexpected fault; start it again";

export const verifySetActivities = (deps: RunDeps) => ({
  async verifyBatch({ verificationId }: VerifySetInput): Promise<"more" | "done"> {
    return withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) => verifyBatch(deps, verificationId, signal));
  },

  async failVerification({ verificationId, code, message }: VerifySetInput & ActivityFault): Promise<void> {
    const error = Object.hasOwn(ERROR_STATUS, code) && code !== "internal" ? message : UNEXPECTED;
    await endVerification(deps.db, verificationId, { status: "Failed", error, at: deps.clock() });
  },
});

export type VerifySetActivities = ReturnType<typeof verifySetActivities>;
