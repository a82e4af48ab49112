import type { GenerationState } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import { announceCellsAnew } from "../../events/index.ts";
import { cancelJobs } from "../../generation/index.ts";
import { measureGrid } from "../benchmark.store.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { excludeCellsOfRows, includeCellsOfRows, listCellsOfRows } from "../cells/cell.store.ts";
import { beginJobs } from "../runs/begin-jobs.ts";
import { commitBenchmarkChange, getState, type LockedBenchmark, withBenchmarkLock } from "../with-benchmark-lock.ts";
import type { SeenBenchmark } from "./change-rows.ts";
import { setRowsExcluded } from "./row.store.ts";

export interface RowExclusion extends SeenBenchmark {
  readonly rowIds: readonly string[];
  readonly isExcluded: boolean;
  readonly reason: string;
}

/**
 * Excludes rows from generation, evaluation and boards, or includes them again. Their running jobs are cancelled, their
 * clips stay. Rows that are already in the wanted state keep their reason.
 */
export const excludeRows = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, expectRevision, rowIds, isExcluded, reason }: RowExclusion,
): Promise<GenerationState> =>
  withBenchmarkLock(deps, context, { id, act: "excludeRows", expectRevision }, async (locked) => {
    const { tx } = locked;
    const wanted = [...new Set(rowIds)];
    const { found, changed } = await setRowsExcluded(tx, id, wanted, isExcluded ? reason : null);
    if (found < wanted.length) throw new DomainError("not_found", "one of these rows no longer exists");
    if (changed.length === 0) return getState(tx, id);
    const begun = isExcluded ? await excludeCells(locked, changed, reason) : await includeCells(locked, changed);
    const meta = { rows: changed.length, is_excluded: isExcluded, ...begun };
    return commitBenchmarkChange(locked, { opType: "Exclude_rows", meta, reason });
  });

const excludeCells = async ({ tx, task, context }: LockedBenchmark, rowIds: readonly string[], reason: string) => {
  const cells = await listCellsOfRows(tx, task.id, rowIds);
  if (cells.length === 0) return;
  // Jobs before their cells, in the same order as a job that completes.
  await cancelJobs(tx, { taskId: task.id, cellIds: cells.map(({ id }) => id) }, context);
  await excludeCellsOfRows(tx, task.id, rowIds, { reason, at: context.at });
  await announceCellsAnew(tx, task.id);
};

/** Cells that a row never got, because it was excluded when they would have started, start now. */
const includeCells = async (locked: LockedBenchmark, rowIds: readonly string[]) => {
  const { tx, task, context } = locked;
  await includeCellsOfRows(tx, task.id, rowIds, context.at);
  if (task.status !== "Generating") return undefined;
  await announceCellsAnew(tx, task.id);
  const existing = await listCellsOfRows(tx, task.id, rowIds);
  const { columns, samples } = await measureGrid(tx, task.id);
  if (existing.length >= rowIds.length * columns * samples) return undefined;
  return beginJobs(locked, { only: { rowIds, existing }, reason: "Exclude_rows", takesReusable: false });
};
