import type { BatchOutcome, ExportBatch, RunExportDeps } from "../run/export-batch.ts";
import { BATCH_ROWS } from "../run/export-batch.ts";
import type { FileProgress } from "../run/export-progress.ts";
import { finishRun, noteProgress, noteRows } from "../run/export-run.store.ts";
import { BEGINNING, type Cursor } from "../run/export-table.ts";
import { resumeCsv } from "./csv-file.ts";
import { MIME_OF, objectKeyOf } from "./file-names.rules.ts";
import { NEW_XLSX, resumeXlsx } from "./xlsx.ts";

const PART_BYTES = 8 * 1024 ** 2;

/** Reads rows until a part is full, uploads it, and saves the progress only then: a lost part is written again. */
export const writeFilePart = async (deps: RunExportDeps, batch: ExportBatch): Promise<BatchOutcome> => {
  const { db } = deps;
  const { job } = batch;
  const file = job.progress.file ?? (await openUpload(deps, batch));
  if (file.isWritten) return completeFile(deps, batch, file);
  const writer = openWriter(batch, file);
  const read = await fill(deps, batch, writer);
  if (read === undefined) return "over";
  if (read.isLast) await writer.end();
  const bytes = writer.take();
  const number = file.parts.length + 1;
  const etag = await deps.storage.uploadPart(objectKeyOf(job), file.uploadId, number, bytes);
  const parts = [...file.parts, { number, etag, sizeBytes: bytes.length }];
  const next: FileProgress = {
    uploadId: file.uploadId,
    parts,
    isWritten: read.isLast,
    ...("state" in writer && { xlsx: writer.state() }),
  };
  const progress = { ...job.progress, cursor: read.cursor, rows: read.rows, file: next };
  const sizeBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
  if (!(await noteProgress(db, job, { progress, rowsDone: read.rows, bytes: sizeBytes }))) return "over";
  return read.isLast ? completeFile(deps, { ...batch, job: { ...job, progress } }, next) : "more";
};

type Writer = ReturnType<typeof resumeCsv> | ReturnType<typeof resumeXlsx>;

const openWriter = ({ job, source }: ExportBatch, { parts, xlsx }: FileProgress): Writer =>
  job.target.kind === "csv"
    ? resumeCsv(source.columns, parts.length === 0)
    : resumeXlsx(xlsx ?? NEW_XLSX, source.columns, source.taskNames);

interface ReadRows {
  readonly cursor: Cursor;
  readonly rows: number;
  readonly isLast: boolean;
}

/** Undefined when the run is over. */
const fill = async (
  deps: RunExportDeps,
  { job, source }: ExportBatch,
  writer: Writer,
): Promise<ReadRows | undefined> => {
  const partBytes = deps.partBytes ?? PART_BYTES;
  let { cursor = BEGINNING, rows = 0 } = job.progress;
  for await (const slice of source.readSlices(cursor, BATCH_ROWS)) {
    await writer.write(slice.task, slice.rows);
    cursor = slice.next;
    rows += slice.rows.length;
    if (!(await noteRows(deps.db, job, rows))) return undefined;
    if (writer.pendingBytes() >= partBytes) return { cursor, rows, isLast: false };
  }
  return { cursor, rows, isLast: true };
};

const openUpload = async ({ db, storage }: RunExportDeps, { job }: ExportBatch): Promise<FileProgress> => {
  const key = objectKeyOf(job);
  // Clean up uploads of workers that crashed before saving the upload id.
  for (const open of await storage.listOpenUploads(key, { limit: 100 })) {
    if (open.key === key) await storage.abortMultipart(open.key, open.uploadId);
  }
  const file: FileProgress = { uploadId: await storage.createMultipart(key, MIME_OF[job.target.kind]), parts: [] };
  await noteProgress(db, job, { progress: { ...job.progress, file }, rowsDone: job.progress.rows ?? 0 });
  return file;
};

/** Idempotent. */
const completeFile = async (
  { db, storage, clock }: RunExportDeps,
  { job }: ExportBatch,
  file: FileProgress,
): Promise<BatchOutcome> => {
  const objectKey = objectKeyOf(job);
  await storage.completeMultipart(objectKey, file.uploadId, file.parts);
  const head = await storage.headObject(objectKey);
  if (!head) throw new Error(`the parts of ${objectKey} did not become a file`);
  const end = { at: clock(), rowsDone: job.progress.rows ?? 0, bytes: head.sizeBytes, objectKey };
  return (await finishRun(db, job, end)) ? "done" : "over";
};
