import { DomainError } from "../../errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { requireSettings, type Setting } from "./benchmark.rules.ts";
import { type BenchmarkChange, changeBenchmark, measureGrid } from "./benchmark.store.ts";
import type { BenchmarksDeps } from "./benchmarks-deps.ts";
import { recountAttempts } from "./cells/cell.store.ts";
import { requireFitting } from "./cells/grid.rules.ts";
import type { SeenBenchmark } from "./rows/change-rows.ts";
import { commitBenchmarkChange, withBenchmarkLock } from "./with-benchmark-lock.ts";

/** Changes the generation settings: all of them in Init, later only those that no clip depends on. */
export const updateBenchmark = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, expectRevision, change }: SeenBenchmark & { change: BenchmarkChange },
) =>
  withBenchmarkLock(deps, context, { id, act: "updateSettings", expectRevision }, async (locked) => {
    const { tx, task, benchmark } = locked;
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    requireSettings(
      given.map(([setting]) => setting as Setting),
      task.status,
    );
    const { samplesPerCell, attemptPolicy } = change;
    if (samplesPerCell !== undefined) requireFitting({ ...(await measureGrid(tx, id)), samples: samplesPerCell });
    const seeds = change.seeds ?? benchmark.seeds;
    if ((change.seedPolicy ?? benchmark.seedPolicy) === "list" && seeds.length === 0) {
      throw new DomainError("invalid", "the list of seeds must not be empty");
    }
    await changeBenchmark(tx, id, change);
    // Lock the benchmark row before the cells, in the same order as a job that completes.
    if (attemptPolicy !== undefined && attemptPolicy !== benchmark.attemptPolicy) {
      await recountAttempts(tx, id, attemptPolicy === "latest");
    }
    return commitBenchmarkChange(locked, { opType: "Update_benchmark", meta: Object.fromEntries(given) });
  });
