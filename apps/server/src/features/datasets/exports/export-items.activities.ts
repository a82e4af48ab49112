import { failFile } from "../../../platform/file-exports/file-export.store.ts";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { type WriteExportDeps, writeItemExport } from "./write-item-export.ts";

export interface ExportItemsInput {
  readonly exportId: string;
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;

export const exportItemsActivities = (deps: WriteExportDeps) => ({
  /** Idempotent: a retry writes the same file again. */
  async writeItemExport({ exportId }: ExportItemsInput): Promise<void> {
    await withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) => writeItemExport(deps, exportId, signal));
  },

  async failItemExport({ exportId, ...fault }: ExportItemsInput & ActivityFault): Promise<void> {
    await failFile(deps.db, { table: "dataset_export", id: exportId }, fault, deps.clock());
  },
});

export type ExportItemsActivities = ReturnType<typeof exportItemsActivities>;
