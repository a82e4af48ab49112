import type { Db } from "../../../platform/db/database.ts";
import { type FilePart, type PutExportDeps, putExportFile } from "../../../platform/file-exports/put-export-file.ts";
import { openLabelWriter } from "./export-rows.ts";
import { exportMime, labelExportKey } from "./label-export.rules.ts";
import { type ExportedLabelRow, findLabelExport, type LabelExportJob, listLabelsAt } from "./label-export.store.ts";

const BATCH = 2_000;
const BEFORE_ALL = { seq: 0, user_id: "00000000-0000-0000-0000-000000000000" };

/** Writes the whole file from the beginning, as the labels were when it was requested; a retry writes it again. */
export const writeLabelExport = async (deps: PutExportDeps, id: string, signal: AbortSignal): Promise<void> => {
  const job = await findLabelExport(deps.db, id);
  if (!job || (job.status !== "Waiting" && job.status !== "Running")) return;
  const target = { objectKey: labelExportKey(job), contentType: exportMime(job.format) };
  await putExportFile(deps, { table: "label_export", id }, target, partsOf(deps.db, job, signal));
};

async function* partsOf(db: Db, job: LabelExportJob, signal: AbortSignal): AsyncGenerator<FilePart> {
  const writer = openLabelWriter(job);
  yield { bytes: writer.begin(), rows: 0 };
  let after: Pick<ExportedLabelRow, "seq" | "user_id"> = BEFORE_ALL;
  for (;;) {
    signal.throwIfAborted();
    const rows = await listLabelsAt(db, job.taskId, { at: job.createdAt, after, limit: BATCH });
    const last = rows.at(-1);
    if (!last) return;
    const { bytes, lines } = writer.write(rows);
    yield { bytes, rows: lines };
    after = last;
  }
}
