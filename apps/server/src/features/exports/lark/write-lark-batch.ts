import type { Lark, LarkTable } from "../../../platform/lark/lark.ts";
import { findExport } from "../export.store.ts";
import type { BatchOutcome, ExportBatch, RunExportDeps } from "../run/export-batch.ts";
import { BATCH_ROWS } from "../run/export-batch.ts";
import type { LarkProgress } from "../run/export-progress.ts";
import { finishRun, noteProgress } from "../run/export-run.store.ts";
import { BEGINNING, type Slice } from "../run/export-table.ts";
import { linkToTable } from "./lark-link.rules.ts";
import { insertRecords, whileHoldingTable } from "./lark-record.store.ts";
import { addMissingFields, type LarkTarget, makeTable, planTable } from "./open-table.ts";
import { requireLark } from "./resolve-link.ts";
import { type LarkRows, writeRows } from "./write-rows.ts";

/** Files are uploaded one by one, so batches with media are smaller. */
const MEDIA_BATCH_ROWS = 50;

/** Writes the next rows to the Lark table and creates the table first if requested. */
export const writeLarkBatch = async (
  deps: RunExportDeps,
  batch: ExportBatch,
  target: LarkTarget,
): Promise<BatchOutcome> => {
  const lark = requireLark(deps.lark);
  const { job } = batch;
  const plan = job.progress.lark ?? (await planTable(lark, target, batch.source.columns));
  if (!job.progress.lark || plan.tableId === null) return openTable(deps, lark, batch, target, plan);
  const table = { appToken: plan.appToken, tableId: plan.tableId };
  const outcome = await whileHoldingTable(deps.db, table, async () => {
    // Read again under the lock: its last holder may have been another attempt at this batch.
    const fresh = await findExport(deps.db, job.id);
    if (fresh?.run !== job.run || fresh.status !== "Running") return "over";
    return writeNext(deps, lark, { ...batch, job: fresh }, linkToTable(target.link, table.tableId));
  });
  return outcome ?? "wait";
};

const writeNext = async (deps: RunExportDeps, lark: Lark, batch: ExportBatch, link: string): Promise<BatchOutcome> => {
  const { lark: plan } = batch.job.progress;
  const slice = await readSlice(batch);
  if (!slice) return finish(deps, batch, link);
  if (!plan || plan.tableId === null) throw new Error("the table is written to before it is known");
  return writeSlice(deps, lark, batch, { table: { appToken: plan.appToken, tableId: plan.tableId }, plan, slice });
};

const readSlice = async ({ job, source }: ExportBatch): Promise<Slice | undefined> => {
  const takesMedia = job.media === "poster" || job.media === "attachment";
  const slices = source.readSlices(job.progress.cursor ?? BEGINNING, takesMedia ? MEDIA_BATCH_ROWS : BATCH_ROWS);
  const first = await slices.next();
  await slices.return(undefined);
  return first.done ? undefined : first.value;
};

const openTable = async (
  { db }: RunExportDeps,
  lark: Lark,
  { job, source }: ExportBatch,
  target: LarkTarget,
  plan: LarkProgress,
): Promise<BatchOutcome> => {
  const note = (progress: LarkProgress): Promise<boolean> =>
    noteProgress(db, job, { progress: { ...job.progress, lark: progress }, rowsDone: job.progress.rows ?? 0 });
  const [firstTask = "Dailies"] = source.taskNames;
  const input = { target, columns: source.columns, fallbackName: firstTask };
  if (plan.tableId !== null) {
    await addMissingFields(lark, { appToken: plan.appToken, tableId: plan.tableId }, input);
    return (await note(plan)) ? "more" : "over";
  }
  if (!plan.isMaking && !(await note({ ...plan, isMaking: true }))) return "over";
  const { tableId } = await makeTable(lark, plan, input);
  const { isMaking: _, ...made } = { ...plan, tableId };
  return (await note(made)) ? "more" : "over";
};

interface SliceInput {
  readonly table: LarkTable;
  readonly plan: LarkProgress;
  readonly slice: Slice;
}

const writeSlice = async (
  deps: RunExportDeps,
  lark: Lark,
  { job, source }: ExportBatch,
  { table, plan, slice }: SliceInput,
): Promise<BatchOutcome> => {
  const { progress } = job;
  const { rows: rowsDone = 0 } = progress;
  // A batch marked as sent but not confirmed may have arrived.
  const isInDoubt = plan.sent === plan.batch;
  const markSent = (): Promise<boolean> =>
    noteProgress(deps.db, job, { progress: { ...progress, lark: { ...plan, sent: plan.batch } }, rowsDone });
  const input: LarkRows = {
    jobId: job.id,
    batch: plan.batch,
    table,
    columns: source.columns,
    fields: plan.columns,
    rows: slice.rows,
    isInDoubt,
    updates: job.target.kind === "lark" && job.target.updates_in_place,
  };
  const made = await writeRows({ ...deps, lark }, input, markSent);
  if (made === undefined) return "over";
  const { sent: _, ...settled } = { ...plan, batch: plan.batch + 1 };
  const isPersisted = await deps.db.transaction().execute(async (tx) => {
    await insertRecords(tx, table, job.id, made);
    const rows = rowsDone + slice.rows.length;
    const next = { ...progress, cursor: slice.next, rows, lark: settled };
    return noteProgress(tx, job, { progress: next, rowsDone: rows });
  });
  return isPersisted ? "more" : "over";
};

const finish = async ({ db, clock }: RunExportDeps, { job }: ExportBatch, resultUrl: string): Promise<BatchOutcome> =>
  (await finishRun(db, job, { at: clock(), rowsDone: job.progress.rows ?? 0, resultUrl })) ? "done" : "over";
