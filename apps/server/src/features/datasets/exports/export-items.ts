import { DomainError } from "../../../errors.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { cancelFile, countUnderWay } from "../../../platform/file-exports/file-export.store.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, mayManageJobOf, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { datasetSubject } from "../dataset-access.ts";
import type { ItemsDeps } from "../items/items-deps.ts";
import { checkItemQuery } from "../items/query/check-item-query.ts";
import type { ItemQuery } from "../items/query/open-selection.ts";
import { chooseExportColumns } from "./export-columns.ts";
import { itemExportWorkflowId } from "./export-items.rules.ts";
import { findExportByRequest, findItemExport, type ItemExport, insertItemExport } from "./item-export.store.ts";

export interface ExportInput extends ItemQuery {
  readonly orderBy: string;
  readonly columns?: readonly string[] | undefined;
  readonly format: ItemExport["format"];
  readonly requestKey: string;
}

const MAX_UNDER_WAY = 5;

/** Idempotent per request key. Invalid exports are refused now, while the caller waits for the response. */
export const exportItems = async (
  { db }: Pick<ItemsDeps, "db">,
  context: RequestContext,
  datasetId: string,
  input: ExportInput,
): Promise<ItemExport> => {
  const { userId } = context.actor;
  const before = await findExportByRequest(db, userId, input.requestKey);
  if (before) return before;
  const source = await checkItemQuery({ db }, datasetId, input);
  chooseExportColumns(source, input.columns);
  const sortedBy = input.orderBy.replace(/^-/, "");
  if (sortedBy !== "" && !source.columns.some(({ name, is_indexed }) => name === sortedBy && is_indexed))
    throw new DomainError("invalid", `items cannot be sorted by ${JSON.stringify(sortedBy)}`);
  const id = await db
    .transaction()
    .execute((tx) => insertJob(tx, context, { ...input, datasetId, version: source.version }));
  return getItemExport(db, id);
};

const insertJob = async (
  tx: Tx,
  context: RequestContext,
  { filters, where, q, ...job }: ExportInput & { readonly datasetId: string; readonly version: number },
): Promise<string> => {
  const { userId } = context.actor;
  if ((await countUnderWay(tx, "dataset_export", userId)) >= MAX_UNDER_WAY)
    throw new DomainError("conflict", `${MAX_UNDER_WAY} of your files are being written: wait for one or cancel it`);
  const id = newId();
  const row = { ...job, id, columns: job.columns, query: { filters, where, q }, createdBy: userId, at: context.at };
  if (!(await insertItemExport(tx, row))) return (await findExportByRequest(tx, userId, job.requestKey))?.id ?? id;
  const input = { exportId: id };
  const start = { workflowType: "exportItemsToFile", workflowId: itemExportWorkflowId(id), input };
  await enqueueWorkflow(tx, { ...start, requestId: context.requestId });
  const meta = { export: id, format: job.format, version: job.version };
  await recordOperation(tx, auditActor(context), {
    opType: "Export_dataset",
    subjects: [datasetSubject(job.datasetId)],
    meta,
  });
  return id;
};

export const getItemExport = async (db: Db, id: string): Promise<ItemExport> => {
  const job = await findItemExport(db, id);
  if (!job) throw new DomainError("not_found", "there is no such file");
  return job;
};

/** Returns the caller's own export; others are not found. */
export const getOwnItemExport = async (db: Db, context: RequestContext, id: string): Promise<ItemExport> => {
  const job = await getItemExport(db, id);
  if (!mayManageJobOf(context, job.createdBy)) throw new DomainError("not_found", "there is no such file");
  return job;
};

/** The worker notices the cancellation before its next batch of rows. */
export const cancelItemExport = async (db: Db, context: RequestContext, id: string): Promise<ItemExport> => {
  await db.transaction().execute(async (tx) => {
    const job = await getOwnItemExport(tx, context, id);
    if (job.status === "Cancelled") return;
    if (!(await cancelFile(tx, { table: "dataset_export", id }, context.at)))
      throw new DomainError("conflict", "this file is already written");
    const meta = { export: id, rows_done: job.rowsDone };
    await recordOperation(tx, auditActor(context), {
      opType: "Cancel_dataset_export",
      subjects: [datasetSubject(job.datasetId)],
      meta,
    });
  });
  return getItemExport(db, id);
};
