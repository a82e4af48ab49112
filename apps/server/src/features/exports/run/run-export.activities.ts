import { ERROR_STATUS } from "@dailies/contract";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { findExport } from "../export.store.ts";
import { objectKeyOf } from "../files/file-names.rules.ts";
import type { BatchOutcome, RunExportDeps } from "./export-batch.ts";
import { failRun } from "./export-run.store.ts";
import { writeBatch } from "./write-batch.ts";

export interface RunExportInput {
  readonly exportId: string;
  readonly run: number;
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;
const UNEXPECTED = "it stopped at an unexpected fault; resume it to go on after the last batch";

export const runExportActivities = (deps: RunExportDeps) => ({
  async writeExportBatch({ exportId, run }: RunExportInput): Promise<BatchOutcome> {
    return withHeartbeat({ everyMs: HEARTBEAT_MS }, () => writeBatch(deps, { id: exportId, run }));
  },

  async failExport({ exportId, run, code, message, isRetryable }: RunExportInput & ActivityFault): Promise<void> {
    const isKnown = Object.hasOwn(ERROR_STATUS, code);
    const fault = isKnown ? { code, message } : { code: "internal", message: UNEXPECTED };
    await failRun(deps.db, { id: exportId, run }, { ...fault, isRetryable, at: deps.clock() });
  },

  /** Deletes the uploaded parts of an abandoned file. */
  async clearExport({ exportId, run }: RunExportInput): Promise<void> {
    const job = await findExport(deps.db, exportId);
    const uploadId = job?.progress.file?.uploadId;
    if (job?.status !== "Cancelled" || job.run !== run || uploadId === undefined) return;
    await deps.storage.abortMultipart(objectKeyOf(job), uploadId);
  },
});

export type RunExportActivities = ReturnType<typeof runExportActivities>;
