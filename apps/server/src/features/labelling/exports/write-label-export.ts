import { Readable } from "node:stream";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { openLabelWriter } from "./export-rows.ts";
import { exportMime, labelExportKey } from "./label-export.rules.ts";
import {
  type ExportedLabelRow,
  findLabelExport,
  finishLabelExport,
  type LabelExportJob,
  listLabelsAt,
  noteLabelRows,
} from "./label-export.store.ts";

export interface WriteLabelExportDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** The console's datasets bucket. */
  readonly storage: BucketStorage;
}

class NobodyWants extends Error {}

const BATCH = 2_000;
const BEFORE_ALL = { seq: 0, user_id: "00000000-0000-0000-0000-000000000000" };

/** Writes the whole file from the beginning, as the labels were when it was requested; a retry writes it again. */
export const writeLabelExport = async (deps: WriteLabelExportDeps, id: string, signal: AbortSignal): Promise<void> => {
  const job = await findLabelExport(deps.db, id);
  if (!job || (job.status !== "Waiting" && job.status !== "Running")) return;
  if (!(await noteLabelRows(deps.db, id, 0))) return;
  const written = { rows: 0, bytes: 0 };
  const objectKey = labelExportKey(job);
  const file = Readable.from(fileOf(deps.db, job, written, signal), { objectMode: false });
  try {
    await deps.storage.putStream(objectKey, file, { contentType: exportMime(job.format) });
  } catch (error) {
    if (error instanceof NobodyWants) return;
    throw error;
  }
  const isWanted = await finishLabelExport(deps.db, id, { ...written, objectKey, at: deps.clock() });
  if (!isWanted) await deps.storage.deleteObjects([objectKey]);
};

async function* fileOf(
  db: Db,
  job: LabelExportJob,
  written: { rows: number; bytes: number },
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const writer = openLabelWriter(job);
  const begin = writer.begin();
  written.bytes += begin.length;
  yield begin;
  let after: Pick<ExportedLabelRow, "seq" | "user_id"> = BEFORE_ALL;
  for (;;) {
    signal.throwIfAborted();
    const rows = await listLabelsAt(db, job.taskId, { at: job.createdAt, after, limit: BATCH });
    const last = rows.at(-1);
    if (!last) return;
    const { bytes, lines } = writer.write(rows);
    written.bytes += bytes.length;
    written.rows += lines;
    yield bytes;
    if (!(await noteLabelRows(db, job.id, written.rows))) throw new NobodyWants();
    after = last;
  }
}
