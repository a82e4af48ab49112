import type { GenerationState } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import type { RequestContext } from "../../../request-context.ts";
import { addAssetReferences } from "../../assets/index.ts";
import { measureGrid } from "../benchmark.store.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { requireFitting } from "../cells/grid.rules.ts";
import { beginJobs } from "../runs/begin-jobs.ts";
import { commitBenchmarkChange, type LockedBenchmark, withBenchmarkLock } from "../with-benchmark-lock.ts";
import { changeRow, insertRows, type NewRow, type RowFields, removeRows as removeRowsOf } from "./row.store.ts";
import { listAssetInputs } from "./row-posters.ts";

export interface SeenBenchmark {
  readonly id: string;
  readonly expectRevision: number;
}

/** Appends rows. While generating, it creates exactly the new cells and starts them. */
export const addRows = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, expectRevision, rows }: SeenBenchmark & { rows: readonly RowFields[] },
): Promise<GenerationState> =>
  withBenchmarkLock(deps, context, { id, act: "addRows", expectRevision }, (locked) =>
    appendRows(locked, rows, "Add_rows"),
  );

export const appendRows = async (
  locked: LockedBenchmark,
  rows: readonly NewRow[],
  opType: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<GenerationState> => {
  const { tx, task } = locked;
  const size = await measureGrid(tx, task.id);
  requireFitting({ ...size, rows: size.rows + rows.length });
  await insertRows(tx, task.id, size.rows, rows);
  await referenceInputs(locked, rows);
  const begun =
    task.status === "Generating"
      ? await beginJobs(locked, { fromRow: size.rows, reason: opType, takesReusable: false })
      : undefined;
  return commitBenchmarkChange(locked, {
    opType,
    meta: { rows: rows.length, from_index: size.rows, ...begun, ...more },
  });
};

/**
 * Members work on the same rows, so whatever of a row's inputs its author may read is shared with the task and kept from
 * deletion. An id that the author may not read stays a mere text.
 */
const referenceInputs = async (
  { tx, task, context, deps }: LockedBenchmark,
  rows: readonly RowFields[],
): Promise<void> => {
  const ids = listAssetInputs(rows);
  if (ids.length === 0) return;
  const readable = await deps.readableHashes(tx, context.actor, ids);
  const references = [...readable.keys()].map((id) => ({
    assetId: id,
    kind: "task",
    refId: task.id,
    label: task.name,
  }));
  if (references.length > 0) await addAssetReferences(tx, references);
};

export interface RowFromElsewhere {
  readonly id: string;
  /** Runs inside the transaction and may throw to refuse. */
  readonly read: (tx: Tx) => Promise<RowFields>;
  /** Writes the origin of the row to the operation log, last. */
  readonly record: (tx: Tx, index: number) => Promise<unknown>;
}

/** Adds one row from another feature under the usual rules; returns its index. */
export const addRowFrom = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, read, record }: RowFromElsewhere,
): Promise<number> =>
  withBenchmarkLock(deps, context, { id, act: "addRows" }, async (locked) => {
    const row = await read(locked.tx);
    const { rows: index } = await measureGrid(locked.tx, id);
    await appendRows(locked, [row], "Add_rows");
    await record(locked.tx, index);
    return index;
  });

export const updateRow = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, expectRevision, rowId, row }: SeenBenchmark & { rowId: string; row: RowFields },
): Promise<GenerationState> =>
  withBenchmarkLock(deps, context, { id, act: "updateRow", expectRevision }, async (locked) => {
    if (!(await changeRow(locked.tx, id, rowId, row))) throw new DomainError("not_found", "this row no longer exists");
    await referenceInputs(locked, [row]);
    return commitBenchmarkChange(locked, { opType: "Update_row", meta: { row_id: rowId, ...row } });
  });

export const removeRows = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, expectRevision, rowIds }: SeenBenchmark & { rowIds: readonly string[] },
): Promise<GenerationState> =>
  withBenchmarkLock(deps, context, { id, act: "removeRows", expectRevision }, async (locked) => {
    const wanted = [...new Set(rowIds)];
    const removed = await removeRowsOf(locked.tx, id, wanted);
    if (removed < wanted.length) throw new DomainError("not_found", "one of these rows no longer exists");
    return commitBenchmarkChange(locked, { opType: "Remove_rows", meta: { rows: removed } });
  });
