import { failFile } from "../../../platform/file-exports/file-export.store.ts";
import type { PutExportDeps } from "../../../platform/file-exports/put-export-file.ts";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { writeLabelExport } from "./write-label-export.ts";

export interface ExportLabelsInput {
  readonly exportId: string;
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;

export const exportLabelsActivities = (deps: PutExportDeps) => ({
  /** Idempotent: a retry writes the same file again. */
  async writeLabelExport({ exportId }: ExportLabelsInput): Promise<void> {
    await withHeartbeat({ everyMs: HEARTBEAT_MS }, (signal) => writeLabelExport(deps, exportId, signal));
  },
  async failLabelExport({ exportId, ...fault }: ExportLabelsInput & ActivityFault): Promise<void> {
    await failFile(deps.db, { table: "label_export", id: exportId }, fault, deps.clock());
  },
});

export type ExportLabelsActivities = ReturnType<typeof exportLabelsActivities>;
