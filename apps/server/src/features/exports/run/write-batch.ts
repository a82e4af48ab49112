import { findExport } from "../export.store.ts";
import { keptProgress } from "../files/kept-progress.ts";
import { writeFilePart } from "../files/write-file-part.ts";
import { writeLarkBatch } from "../lark/write-lark-batch.ts";
import type { BatchOutcome, ExportBatch, RunExportDeps } from "./export-batch.ts";
import { findExportReader } from "./export-reader.store.ts";
import { beginRun, type ExportRun } from "./export-run.store.ts";
import type { ExportColumn, RowSource, Slice } from "./export-table.ts";
import { openSource } from "./open-source.ts";

/** The source with the columns from the start of the export, whatever was added or removed since. */
const alignSource = (source: RowSource, columns: readonly ExportColumn[]): RowSource => {
  const places = columns.map(({ key }) => source.columns.findIndex((column) => column.key === key));
  const align = (slice: Slice): Slice => ({
    ...slice,
    rows: slice.rows.map((row) => ({ ...row, values: places.map((place) => row.values[place] ?? null) })),
  });
  async function* alignAll(slices: AsyncGenerator<Slice>): AsyncGenerator<Slice> {
    for await (const slice of slices) yield align(slice);
  }
  return { ...source, columns, readSlices: (from, limit) => alignAll(source.readSlices(from, limit)) };
};

/** Idempotent: continues from the saved progress, and repeated writes to the target are deduplicated. */
export const writeBatch = async (deps: RunExportDeps, ref: ExportRun): Promise<BatchOutcome> => {
  const batch = await openBatch(deps, ref);
  if (!batch) return "over";
  const { target } = batch.job;
  return target.kind === "lark" ? writeLarkBatch(deps, batch, target) : writeFilePart(deps, batch);
};

/** Undefined when the run is over. The user must still be allowed to read the source. */
const openBatch = async (deps: RunExportDeps, { id, run }: ExportRun): Promise<ExportBatch | undefined> => {
  const job = await findExport(deps.db, id);
  if (!job || job.run !== run || (job.status !== "Waiting" && job.status !== "Running")) return undefined;
  const source = await openSource(deps, await findExportReader(deps.db, job.createdBy), job);
  const { columns = source.columns } = job.progress;
  if (job.status === "Waiting") {
    const progress = { ...(await keptProgress(deps.storage, job)), columns };
    if (!(await beginRun(deps.db, job, { progress, rowsTotal: await source.countRows() }))) return undefined;
    return { job: { ...job, status: "Running", progress }, source: alignSource(source, columns) };
  }
  return { job, source: alignSource(source, columns) };
};
