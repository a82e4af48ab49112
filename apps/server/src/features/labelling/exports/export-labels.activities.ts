import { ERROR_STATUS } from "@dailies/contract";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { failLabelExport } from "./label-export.store.ts";
import { type WriteLabelExportDeps, writeLabelExport } from "./write-label-export.ts";

export interface ExportLabelsInput {
  readonly exportId: string;
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;
const UNEXPECTED = "writing stopped at an unexpected fault; begin it again";

export const exportLabelsActivities = (deps: WriteLabelExportDeps) => ({
  /** Idempotent: a retry writes the same file again. */
  async writeLabelExport({ exportId }: ExportLabelsInput): Promise<void> {
    await withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) => writeLabelExport(deps, exportId, signal));
  },
  async failLabelExport({ exportId, code, message }: ExportLabelsInput & ActivityFault): Promise<void> {
    const error = Object.hasOwn(ERROR_STATUS, code) ? message : UNEXPECTED;
    await failLabelExport(deps.db, exportId, { error, at: deps.clock() });
  },
});

export type ExportLabelsActivities = ReturnType<typeof exportLabelsActivities>;
