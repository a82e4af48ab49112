import { allows, benchmarksRoutes } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import { importAssets } from "../../assets/index.ts";
import { findUserActor } from "../../auth/index.ts";
import type { SettingsReader } from "../../settings/index.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { appendRows } from "../rows/change-rows.ts";
import { listRepeatedRows, type NewRow } from "../rows/row.store.ts";
import { type LockedBenchmark, withBenchmarkLock } from "../with-benchmark-lock.ts";
import { listLeftOut, listReadItems, type ReadItem } from "./import-item.store.ts";
import { endRowImport, findRowImport, lockRunningImport, type RowImportRecord } from "./row-import.store.ts";

export interface AddImportedRowsDeps extends BenchmarksDeps {
  readonly settings: SettingsReader;
}

/**
 * Makes the files assets of the person who imports, adds all rows and ends the import, in one transaction. What the person
 * may do is checked again, because hours may have passed.
 */
export const addImportedRows = async (
  deps: AddImportedRowsDeps,
  { importId, requestId }: { readonly importId: string; readonly requestId: string },
): Promise<void> => {
  const job = await findRowImport(deps.db, importId);
  if (job?.status !== "Running") return;
  const context = await contextOf(deps, job, requestId);
  await withBenchmarkLock(deps, context, { id: job.taskId, act: "addRows" }, async (locked) => {
    const running = await lockRunningImport(locked.tx, importId);
    if (running) await addRows(deps, locked, running);
  });
};

const contextOf = async (
  { db, clock }: AddImportedRowsDeps,
  { createdBy, creator }: RowImportRecord,
  requestId: string,
): Promise<RequestContext> => {
  const at = clock();
  const actor = await findUserActor(db, createdBy, at);
  if (actor && allows(actor, benchmarksRoutes.importDatasetRows.access)) return { actor, requestId, at };
  throw new DomainError("not_allowed", `${creator} may no longer import rows from datasets`);
};

const addRows = async (
  { settings }: AddImportedRowsDeps,
  locked: LockedBenchmark,
  job: RowImportRecord,
): Promise<void> => {
  const { tx, context } = locked;
  if (job.itemsDone !== job.itemsTotal) throw new Error(`import ${job.id} has items that were not read`);
  const items = await listReadItems(tx, job.id);
  const files = items.flatMap((item) => filesOf(job, item));
  const { assetIds, newAssets, newBytes } = await importAssets(tx, settings, context, files);
  const made = items.map((item) => rowOf(job, item, assetIds));
  const rows = job.skipsRepeated ? await withoutRepeated(locked, made) : made;
  const leftOut = await listLeftOut(tx, job.id);
  const counts = { rowsAdded: rows.length, rowsRepeated: made.length - rows.length };
  await endRowImport(tx, job.id, { status: "Finished", ...counts, leftOut, at: context.at });
  if (rows.length === 0) return;
  const meta = { import: job.id, dataset: job.datasetId, new_assets: newAssets, new_bytes: newBytes };
  await appendRows(locked, rows, "Import_dataset_rows", meta);
};

const MAX_NAME = 200;

const filesOf = ({ mapping }: RowImportRecord, { key, files }: ReadItem) =>
  Object.entries(files).map(([input, clip]) => {
    const end = mapping.inputs[input]?.from === "clip" ? "" : " first frame.png";
    return { clip, name: `${key.replaceAll(/[/\\]/g, "-").slice(0, MAX_NAME).toWellFormed()}${end}` };
  });

const rowOf = (
  { id, mapping }: RowImportRecord,
  { position, fields, files }: ReadItem,
  assetIds: ReadonlyMap<string, string>,
): NewRow => {
  const inputs = Object.keys(mapping.inputs).flatMap((key) => {
    const file = files[key];
    const value = file ? assetIds.get(file.sha256.toString("hex")) : fields.inputs[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  return { ...fields, inputs: Object.fromEntries(inputs), origin: { importId: id, position } };
};

const withoutRepeated = async ({ tx, task }: LockedBenchmark, rows: readonly NewRow[]): Promise<NewRow[]> => {
  const repeated = await listRepeatedRows(
    tx,
    task.id,
    rows.map(({ inputs }) => inputs),
  );
  const skipped = new Set(repeated.map(({ at }) => at));
  return rows.filter((_, at) => !skipped.has(at));
};
