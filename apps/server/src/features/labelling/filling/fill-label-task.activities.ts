import { ERROR_STATUS } from "@dailies/contract";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { addItems } from "../additions/add-items.ts";
import { failAddition } from "../additions/label-addition.store.ts";
import { findGoldItems } from "../gold/find-gold-items.ts";
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
  /** The first items of a task, or the ones that are being added to it, and its gold items. Idempotent: a retry adds what is still missing. */
  async fillLabelItems({ taskId }: FillLabelTaskInput): Promise<void> {
    await withHeartbeat({ everyMs: HEARTBEAT_MS }, async (signal) => {
      await fillItems(deps, taskId, signal);
      await addItems(deps, taskId, signal);
      await findGoldItems(deps.db, taskId, signal);
    });
  },
  async failLabelTask({ taskId, code, message }: FillLabelTaskInput & ActivityFault): Promise<void> {
    const error = Object.hasOwn(ERROR_STATUS, code) ? message : UNEXPECTED;
    await failFilling(deps.db, taskId, { error, at: deps.clock() });
    await failAddition(deps.db, taskId, error, deps.clock());
  },
});

export type FillLabelTaskActivities = ReturnType<typeof fillLabelTaskActivities>;
