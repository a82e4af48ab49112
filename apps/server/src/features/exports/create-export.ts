import type { ExportTarget } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { enqueueWorkflow } from "../../platform/db/outbox.ts";
import { newId } from "../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { taskSubject } from "../tasks/index.ts";
import { countUnderWay, type ExportRecord, findExport, findExportByRequest, insertExport } from "./export.store.ts";
import type { ExportsDeps } from "./exports-deps.ts";
import { isNameTaken, type LarkTarget, planTable } from "./lark/open-table.ts";
import { requireLark } from "./lark/resolve-link.ts";
import type { RowSource } from "./run/export-table.ts";
import { type ExportInput, openSource, toReader } from "./run/open-source.ts";
import { exportWorkflowId } from "./run/run-export.rules.ts";

const MAX_UNDER_WAY = 10;

export const exportSubject = (id: string): string => `export:${id}`;

interface NewExportInput extends ExportInput {
  readonly target: ExportTarget;
  readonly requestKey: string;
}

/** Idempotent per form id: a repeated request returns the export started before. */
export const createExport = async (
  deps: ExportsDeps,
  context: RequestContext,
  input: NewExportInput,
): Promise<ExportRecord> => {
  const { db } = deps;
  const { userId } = context.actor;
  const before = await findExportByRequest(db, userId, input.requestKey);
  if (before) return before;
  const source = await openSource(deps, toReader(context.actor), input);
  await checkTarget(deps, input, source);
  const id = await db.transaction().execute((tx) => insertJob(tx, context, input));
  return getExport(db, id);
};

const insertJob = async (tx: Tx, context: RequestContext, input: NewExportInput): Promise<string> => {
  const { userId } = context.actor;
  const { taskIds, rows, aggregation, media, target, requestKey } = input;
  if ((await countUnderWay(tx, userId)) >= MAX_UNDER_WAY)
    throw new DomainError("conflict", `${MAX_UNDER_WAY} of your exports are under way: wait for one or cancel it`);
  const job = { id: newId(), taskIds: [...new Set(taskIds)], rows, aggregation, media, target };
  if (!(await insertExport(tx, { ...job, createdBy: userId, requestKey, at: context.at }))) {
    const made = await findExportByRequest(tx, userId, requestKey);
    return made?.id ?? job.id;
  }
  await startRun(tx, context.requestId, job.id, 1);
  await recordOperation(tx, auditActor(context), {
    opType: "Create_export",
    subjects: [exportSubject(job.id), ...job.taskIds.map(taskSubject)],
    meta: { rows, aggregation, media, target: targetOf(target) },
  });
  return job.id;
};

export const startRun = (tx: Tx, requestId: string, id: string, run: number): Promise<void> =>
  enqueueWorkflow(tx, {
    workflowType: "runExport",
    workflowId: exportWorkflowId(id, run),
    input: { exportId: id, run },
    requestId,
  });

const targetOf = (target: ExportTarget): Record<string, unknown> =>
  target.kind === "lark"
    ? { kind: target.kind, link: target.link, table_id: target.table_id, table_name: target.table_name }
    : { kind: target.kind };

export const getExport = async (db: Db, id: string): Promise<ExportRecord> => {
  const record = await findExport(db, id);
  if (!record) throw new DomainError("not_found", "there is no such export");
  return record;
};

const checkTarget = async (deps: ExportsDeps, input: NewExportInput, source: RowSource): Promise<void> => {
  const { target, media } = input;
  if (target.kind === "lark") return checkTable(deps, target, source);
  if (media === "poster" || media === "attachment")
    throw new DomainError("invalid", "files contain links only; posters and clips can be attached in Lark exports");
};

/** Validate now and not in the first batch, while the user still sees the form. */
const checkTable = async (deps: ExportsDeps, target: LarkTarget, { columns, taskNames }: RowSource): Promise<void> => {
  const lark = requireLark(deps.lark);
  const { appToken, tableId } = await planTable(lark, target, columns);
  const input = { target, columns, fallbackName: taskNames[0] ?? "Dailies" };
  if (tableId === null && (await isNameTaken(lark, appToken, input)))
    throw new DomainError("conflict", "the base already has a table with this name: choose that table or another name");
};
