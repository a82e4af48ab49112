import type { Db } from "../../../platform/db/database.ts";
import { failFile } from "../../../platform/file-exports/file-export.store.ts";
import { type FilePart, type PutExportDeps, putExportFile } from "../../../platform/file-exports/put-export-file.ts";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { readAnswers } from "./answer-readers.ts";
import { exportMime, labelExportKey } from "./label-export.rules.ts";
import { findLabelExport, type LabelExportJob } from "./label-export.store.ts";
import { openLabelWriter } from "./label-writers.ts";

export interface ExportLabelsInput {
  readonly exportId: string;
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;

/** Writes the whole file from the beginning, as the labels were at its time; a retry writes the same bytes again. */
const writeLabelExport = async (deps: PutExportDeps, id: string, signal: AbortSignal): Promise<void> => {
  const job = await findLabelExport(deps.db, id);
  if (!job || (job.status !== "Waiting" && job.status !== "Running")) return;
  const target = { objectKey: labelExportKey(job), contentType: exportMime(job.format) };
  await putExportFile(deps, { table: "label_export", id }, target, partsOf(deps.db, job, signal));
};

async function* partsOf(db: Db, job: LabelExportJob, signal: AbortSignal): AsyncGenerator<FilePart> {
  const writer = openLabelWriter(job);
  yield { bytes: writer.begin(), rows: 0 };
  for await (const items of readAnswers(db, job, signal)) yield writer.write(items);
  yield writer.end();
}

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
