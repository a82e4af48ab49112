import { ERROR_STATUS } from "@dailies/contract";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { failItemExport } from "./item-export.store.ts";
import { type WriteExportDeps, writeItemExport } from "./write-item-export.ts";

export interface ExportItemsInput {
  readonly exportId: string;
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;
const UNEXPECTED = "writing stopped at an unexpected fault; begin it again";

export const exportItemsActivities = (deps: WriteExportDeps) => ({
  /** Idempotent: a retry writes the same file again. */
  async writeItemExport({ exportId }: ExportItemsInput): Promise<void> {
    await withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) => writeItemExport(deps, exportId, signal));
  },

  async failItemExport({ exportId, code, message }: ExportItemsInput & ActivityFault): Promise<void> {
    const error = Object.hasOwn(ERROR_STATUS, code) ? message : UNEXPECTED;
    await failItemExport(deps.db, exportId, { error, at: deps.clock() });
  },
});

export type ExportItemsActivities = ReturnType<typeof exportItemsActivities>;
