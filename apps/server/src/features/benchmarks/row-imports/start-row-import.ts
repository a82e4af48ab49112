import type { RowMapping } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { checkItemQuery, type ItemQuery } from "../../datasets/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { taskSubject } from "../../tasks/index.ts";
import { measureGrid } from "../benchmark.store.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { requireFitting } from "../cells/grid.rules.ts";
import { listGridColumns } from "../cells/load-grid.ts";
import { requireBenchmark, withBenchmarkLock } from "../with-benchmark-lock.ts";
import { checkMapping } from "./map-items.rules.ts";
import { rowImportWorkflowId } from "./row-import.rules.ts";
import {
  endRowImport,
  findImportByRequest,
  findRowImport,
  insertRowImport,
  listRowImports,
  type RowImportRecord,
} from "./row-import.store.ts";

export interface RowImportOptions extends ItemQuery {
  readonly taskId: string;
  readonly datasetId: string;
  readonly seed: number;
  readonly count: number;
  readonly mapping: RowMapping;
  readonly skipsRepeated: boolean;
  readonly requestKey: string;
}

/** Idempotent per request key. Invalid imports are refused now, while the caller waits for the response. */
export const startRowImport = async (
  deps: BenchmarksDeps,
  context: RequestContext,
  options: RowImportOptions,
): Promise<RowImportRecord> => {
  const before = await findImportByRequest(deps.db, context.actor.userId, options.requestKey);
  if (before) return before;
  const { taskId: id, mapping, count } = options;
  await requireBenchmark(deps.db, context.actor, id);
  const { version, columns } = await checkItemQuery(deps, options.datasetId, options);
  const made = await withBenchmarkLock(deps, context, { id, act: "addRows" }, async ({ tx, task }) => {
    const size = await measureGrid(tx, id);
    requireFitting({ ...size, rows: size.rows + count });
    const inputs = (await listGridColumns(tx, id)).flatMap(({ performer }) => performer.inputSchema);
    const kept = checkMapping(mapping, columns, inputs);
    return insertImport(tx, context, { ...options, version, mapping: kept, taskName: task.name });
  });
  return getRowImport(deps, id, made);
};

type Insert = Omit<RowImportOptions, "mapping" | "version"> & {
  readonly version: number;
  readonly mapping: RowImportRecord["mapping"];
  readonly taskName: string;
};

const insertImport = async (tx: Tx, context: RequestContext, made: Insert): Promise<string> => {
  const { userId } = context.actor;
  const { filters, where, q, taskId, datasetId, version, seed, mapping, skipsRepeated, requestKey } = made;
  const id = newId();
  const row = {
    id,
    taskId,
    datasetId,
    version,
    query: { filters, where, q },
    seed,
    mapping,
    skipsRepeated,
    requestKey,
  };
  const isNew = await insertRowImport(tx, {
    ...row,
    wantedItems: made.count,
    createdBy: userId,
    createdAt: context.at,
  });
  if (!isNew) {
    const same = await findImportByRequest(tx, userId, requestKey);
    if (same) return same.id;
    throw new DomainError("conflict", "rows are being imported into this benchmark: wait for the end or cancel it");
  }
  const start = { workflowType: "importDatasetRows", workflowId: rowImportWorkflowId(id), input: { importId: id } };
  await enqueueWorkflow(tx, { ...start, requestId: context.requestId });
  await recordOperation(tx, auditActor(context), {
    opType: "Start_row_import",
    subjects: [taskSubject(taskId), `dataset:${datasetId}`],
    meta: { name: made.taskName, import: id, version, count: made.count, seed },
  });
  return id;
};

const getRowImport = async ({ db }: BenchmarksDeps, taskId: string, id: string): Promise<RowImportRecord> => {
  const found = await findRowImport(db, id);
  if (found?.taskId !== taskId) throw new DomainError("not_found", "there is no such import of rows");
  return found;
};

export const listImportsOfBenchmark = async (
  deps: BenchmarksDeps,
  actor: Actor,
  taskId: string,
): Promise<RowImportRecord[]> => {
  await requireBenchmark(deps.db, actor, taskId);
  return listRowImports(deps.db, taskId);
};

/** No row is added after this; the worker stops before its next item. */
export const cancelRowImport = async (
  deps: BenchmarksDeps,
  context: RequestContext,
  { taskId, importId }: { readonly taskId: string; readonly importId: string },
): Promise<RowImportRecord> => {
  await withBenchmarkLock(deps, context, { id: taskId, act: "cancelRowImport" }, async ({ tx, task }) => {
    const { status, itemsDone } = await getRowImport({ ...deps, db: tx }, taskId, importId);
    if (status === "Cancelled") return;
    if (!(await endRowImport(tx, importId, { status: "Cancelled", at: context.at })))
      throw new DomainError("conflict", "this import is already over");
    await recordOperation(tx, auditActor(context), {
      opType: "Cancel_row_import",
      subjects: [taskSubject(taskId)],
      meta: { name: task.name, import: importId, items_done: itemsDone },
    });
  });
  return getRowImport(deps, taskId, importId);
};
