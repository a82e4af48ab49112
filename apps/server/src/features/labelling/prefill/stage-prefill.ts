import type { LabelPrefillFault } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { type PrefillRow, parsePrefillLine, readPrefillHeader } from "./parse-prefill.rules.ts";
import { findPrefill, type PrefillFile, runPrefill } from "./prefill.store.ts";
import { stageRows } from "./prefill-row.store.ts";
import { type FilePosition, type FileRecord, RecordSplitter } from "./record-splitter.ts";

export interface PrefillDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** The console's datasets bucket. */
  readonly storage: Pick<BucketStorage, "getObject" | "listObjects" | "deleteObjects">;
}

/** Of one transaction. Long lines fill a batch by their bytes, which are all in memory. */
const BATCH = { lines: 1_000, bytes: 4 * 1024 ** 2 };

async function* recordsOf(
  { storage }: PrefillDeps,
  { objectKey, format, bytesRead, linesRead }: PrefillFile,
  signal: AbortSignal,
): AsyncGenerator<FileRecord[]> {
  const splitter = new RecordSplitter(format === "csv", { bytes: bytesRead, lines: linesRead });
  let held: FileRecord[] = [];
  let heldFrom = bytesRead;
  for await (const piece of await storage.getObject(objectKey, { fromByte: bytesRead, signal })) {
    for (const record of splitter.push(piece as Buffer)) {
      held.push(record);
      if (held.length < BATCH.lines && record.end.bytes - heldFrom < BATCH.bytes) continue;
      yield held;
      held = [];
      heldFrom = record.end.bytes;
    }
  }
  held.push(...splitter.end());
  if (held.length > 0) yield held;
}

interface ParsedBatch {
  readonly columns: readonly string[] | null;
  readonly rows: readonly PrefillRow[];
  readonly faults: readonly LabelPrefillFault[];
}

const parseBatch = (
  { fields, format }: PrefillFile,
  known: readonly string[] | null,
  records: readonly FileRecord[],
): ParsedBatch => {
  const [first, ...others] = records;
  const isHeader = format === "csv" && known === null && first !== undefined;
  const columns = isHeader ? readPrefillHeader(fields, first) : known;
  const parsed = (isHeader ? others : records).flatMap(
    (record) => parsePrefillLine({ fields, format, columns: columns ?? [] }, record) ?? [],
  );
  return {
    columns,
    rows: parsed.flatMap((line) => ("row" in line ? [line.row] : [])),
    faults: parsed.flatMap((line) => ("fault" in line ? [line.fault] : [])),
  };
};

/**
 * Reads the lines of an uploaded file in batches and keeps those that the template accepts, each exactly once: how far the
 * file was read is stored with each batch, and a retry goes on there. Ends early when the file was cancelled, or another
 * worker goes on with it.
 */
export const stagePrefill = async (deps: PrefillDeps, id: string, signal: AbortSignal): Promise<void> => {
  if (!(await runPrefill(deps.db, id))) return;
  const file = await findPrefill(deps.db, id);
  if (!file) throw new DomainError("conflict", "the task was deleted");
  if (file.bytesRead >= file.sizeBytes) return;
  let { columns } = file;
  let from: FilePosition = { bytes: file.bytesRead, lines: file.linesRead };
  for await (const records of recordsOf(deps, file, signal)) {
    signal.throwIfAborted();
    const to = records.at(-1)?.end ?? from;
    const batch = parseBatch(file, columns, records);
    if (!(await stageRows(deps.db, id, { ...batch, from, to }))) return;
    ({ columns } = batch);
    from = to;
  }
};
