import type { InputValues } from "@dailies/contract";
import { DomainError, InvalidRequest } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import { requireObject } from "../../lineage/index.ts";
import { listPerformersById, mayUsePerformer, type PerformerRecord, resolveInput } from "../../performers/index.ts";
import { measureGrid } from "../benchmark.store.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { requireFitting } from "../cells/grid.rules.ts";
import type { SeenBenchmark } from "../rows/change-rows.ts";
import { beginJobs } from "../runs/begin-jobs.ts";
import { commitBenchmarkChange, type LockedBenchmark, withBenchmarkLock } from "../with-benchmark-lock.ts";
import { changeColumn, clearBaseline, insertColumns, removeColumn as removeColumnOf } from "./column.store.ts";

export interface ColumnInput {
  readonly label: string;
  readonly performerId: string;
  readonly params: InputValues;
  readonly isBaseline: boolean;
  /** The run whose checkpoint the performer runs. */
  readonly runId?: string | undefined;
}

/** Returns a performer that the caller may use; any other one is not found. */
const requirePerformer = async ({ tx, context }: LockedBenchmark, performerId: string): Promise<PerformerRecord> => {
  const performer = (await listPerformersById(tx, [performerId])).get(performerId);
  if (!(performer && mayUsePerformer(context.actor, performer))) {
    throw new DomainError("not_found", "there is no such performer, or you have no access to it");
  }
  return performer;
};

/** Parameters set in the column must be valid now; missing ones may come from the rows. */
const requireParams = ({ inputSchema }: PerformerRecord, params: InputValues): void => {
  const { faults } = resolveInput(inputSchema, params);
  const wrong = faults.filter(({ path: [key] }) => Object.hasOwn(params, String(key)));
  if (wrong.length === 0) return;
  throw new InvalidRequest(
    "body",
    wrong.map(({ path, message }) => ({ message, path: ["params", ...path] })),
  );
};

const prepareColumn = async (locked: LockedBenchmark, { performerId, params, label, isBaseline }: ColumnInput) => {
  const performer = await requirePerformer(locked, performerId);
  requireParams(performer, params);
  if (isBaseline) await clearBaseline(locked.tx, locked.task.id);
  return { label: label || performer.name, performerId, performerVersion: performer.version, params, isBaseline };
};

/** Appends a column. While generating, it creates exactly the new cells and starts them. */
export const addColumn = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, expectRevision, column }: SeenBenchmark & { column: ColumnInput },
) =>
  withBenchmarkLock(deps, context, { id, act: "addColumn", expectRevision }, async (locked) => {
    const size = await measureGrid(locked.tx, id);
    requireFitting({ ...size, columns: size.columns + 1 });
    const fields = await prepareColumn(locked, column);
    const { runId } = column;
    if (runId !== undefined) await requireObject(locked.tx, context.actor, { kind: "run", id: runId, version: null });
    await insertColumns(locked.tx, id, size.columns, [{ ...fields, runId }]);
    const begun =
      locked.task.status === "Generating"
        ? await beginJobs(locked, { fromColumn: size.columns, reason: "Add_column", takesReusable: false })
        : undefined;
    return commitBenchmarkChange(locked, { opType: "Add_column", meta: { index: size.columns, ...fields, ...begun } });
  });

export const updateColumn = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, expectRevision, columnId, column }: SeenBenchmark & { columnId: string; column: ColumnInput },
) =>
  withBenchmarkLock(deps, context, { id, act: "updateColumn", expectRevision }, async (locked) => {
    const fields = await prepareColumn(locked, column);
    if (!(await changeColumn(locked.tx, id, columnId, fields))) throw columnGone();
    return commitBenchmarkChange(locked, { opType: "Update_column", meta: { column_id: columnId, ...fields } });
  });

export const removeColumn = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, expectRevision, columnId }: SeenBenchmark & { columnId: string },
) =>
  withBenchmarkLock(deps, context, { id, act: "removeColumn", expectRevision }, async (locked) => {
    if (!(await removeColumnOf(locked.tx, id, columnId))) throw columnGone();
    return commitBenchmarkChange(locked, { opType: "Remove_column", meta: { column_id: columnId } });
  });

const columnGone = (): DomainError => new DomainError("not_found", "this column no longer exists");
