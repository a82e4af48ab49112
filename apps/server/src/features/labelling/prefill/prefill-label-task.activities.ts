import { ERROR_STATUS } from "@dailies/contract";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import type { PrefillSource } from "../filling/fill-label-task.rules.ts";
import { applyPrefill, clearPrefill } from "./apply-prefill.ts";
import { endPrefill } from "./prefill.store.ts";
import { findOverPrefill } from "./prefill-clearing.store.ts";
import { type PrefillDeps, stagePrefill } from "./stage-prefill.ts";

export interface PrefillLabelTaskInput {
  readonly prefillId: string;
  /** Workflows of files started before there were models lack it. */
  readonly source?: PrefillSource;
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT = { everyMs: 4_000 };
const UNEXPECTED = "this stopped at an unexpected fault; start it again";

export const prefillLabelTaskActivities = (deps: PrefillDeps) => ({
  /** Idempotent: a retry goes on after the last batch of lines. */
  async stageLabelPrefill({ prefillId }: PrefillLabelTaskInput): Promise<void> {
    await withHeartbeat(HEARTBEAT, (signal) => stagePrefill(deps, prefillId, signal));
  },
  /** Idempotent: a retry goes on after the last range of items. */
  async applyLabelPrefill({ prefillId }: PrefillLabelTaskInput): Promise<void> {
    await withHeartbeat(HEARTBEAT, (signal) => applyPrefill(deps, prefillId, signal));
  },
  async failLabelPrefill({ prefillId, code, message }: PrefillLabelTaskInput & ActivityFault): Promise<void> {
    const error = Object.hasOwn(ERROR_STATUS, code) ? message : UNEXPECTED;
    await endPrefill(deps.db, prefillId, { status: "Failed", error, at: deps.clock() });
  },
  async clearLabelPrefill({ prefillId }: PrefillLabelTaskInput): Promise<void> {
    const over = await findOverPrefill(deps.db, prefillId);
    if (over) await withHeartbeat(HEARTBEAT, (signal) => clearPrefill(deps, over, signal));
  },
});

export type PrefillLabelTaskActivities = ReturnType<typeof prefillLabelTaskActivities>;
