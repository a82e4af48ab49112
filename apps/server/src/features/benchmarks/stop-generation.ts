import type { GenerationState } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import { cancelCalls } from "../generation/index.ts";
import type { TaskBy } from "../tasks/index.ts";
import { actOnBenchmark, endTurn } from "./act-on-benchmark.ts";
import type { BenchmarksDeps } from "./benchmarks-deps.ts";
import { type CellPlace, hasSuccess, removeCells } from "./cell.store.ts";
import { requireCells } from "./retry-failed.ts";

/** Gives up what has not ended, all of it or in some cells; what has ended stays as it is. */
export const cancelGeneration = (
  deps: BenchmarksDeps,
  by: TaskBy,
  { id, cells }: { id: string; cells: readonly CellPlace[] | undefined },
): Promise<GenerationState> =>
  actOnBenchmark(deps, by, { id, act: "cancel" }, async (turn) => {
    const cellIds = cells && (await requireCells(turn, cells));
    await cancelCalls(turn.tx, { taskId: id, ...(cellIds && { cellIds }) }, by);
    return endTurn(turn, { opType: "Cancel_generation", meta: { cells: cells ?? "all" }, keepsRevision: true });
  });

/** Back to Init, as long as nothing came out: the cells go, and the rows and columns can be changed again. */
export const resetGeneration = (deps: BenchmarksDeps, by: TaskBy, id: string): Promise<GenerationState> =>
  actOnBenchmark(deps, by, { id, act: "reset" }, async (turn) => {
    await cancelCalls(turn.tx, { taskId: id }, by);
    // Asked afterwards: from here on no call of it can still succeed.
    if (await hasSuccess(turn.tx, id)) {
      throw new DomainError("conflict", "there are clips already: duplicate the benchmark to begin anew");
    }
    await removeCells(turn.tx, id);
    return endTurn(turn, { opType: "Reset_generation", moveTo: "Init" });
  });
