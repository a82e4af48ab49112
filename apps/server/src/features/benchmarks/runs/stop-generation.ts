import type { GenerationState } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import type { RequestContext } from "../../../request-context.ts";
import { cancelJobs } from "../../generation/index.ts";
import { measureGrid } from "../benchmark.store.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { type CellPosition, hasSuccess, removeCells } from "../cells/cell.store.ts";
import { commitBenchmarkChange, withBenchmarkLock } from "../with-benchmark-lock.ts";
import { requireCells } from "./retry-failed.ts";

/** Small enough for the statement timeout, even under load. */
const BATCH = 5_000;

/** Cancels unfinished jobs, of the whole task or of some cells; finished ones stay. */
export const cancelGeneration = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, cells }: { id: string; cells: readonly CellPosition[] | undefined },
): Promise<GenerationState> =>
  withBenchmarkLock(deps, context, { id, act: "cancel" }, async (locked) => {
    const cellIds = cells && (await requireCells(locked, cells));
    await cancelJobs(locked.tx, { taskId: id, ...(cellIds && { cellIds }) }, context);
    return commitBenchmarkChange(locked, {
      opType: "Cancel_generation",
      meta: { cells: cells ?? "all" },
      keepsRevision: true,
    });
  });

/** Back to Init, as long as there is no clip: removes the cells, so that rows and columns can be edited again. */
export const resetGeneration = (deps: BenchmarksDeps, context: RequestContext, id: string): Promise<GenerationState> =>
  withBenchmarkLock(deps, context, { id, act: "reset" }, async (locked) => {
    await cancelJobs(locked.tx, { taskId: id }, context, { leavesCells: true });
    // Check after cancelling: from here on no job can succeed.
    if (await hasSuccess(locked.tx, id)) {
      throw new DomainError("conflict", "the benchmark already has clips: duplicate it to start over");
    }
    await removeAllCells(locked.tx, id);
    return commitBenchmarkChange(locked, { opType: "Reset_generation", moveTo: "Init" });
  });

const removeAllCells = async (tx: Tx, id: string): Promise<void> => {
  const { rows, columns, samples } = await measureGrid(tx, id);
  const step = Math.max(1, Math.floor(BATCH / Math.max(1, columns * samples)));
  for (let fromRow = 0; fromRow < rows; fromRow += step) await removeCells(tx, id, { fromRow, toRow: fromRow + step });
};
