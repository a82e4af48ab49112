import type { GenerationState } from "@dailies/contract";
import type { RequestContext } from "../../../request-context.ts";
import { requireRevision } from "../../tasks/index.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { freezeVersions } from "../columns/column.store.ts";
import { commitBenchmarkChange, getState, withBenchmarkLock } from "../with-benchmark-lock.ts";
import { beginJobs } from "./begin-jobs.ts";

export interface Generate {
  readonly id: string;
  readonly expectRevision?: number | undefined;
  readonly takesReusable: boolean;
}

/** Init → Generating, once; a second caller gets the current state. */
export const generateData = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, expectRevision, takesReusable }: Generate,
): Promise<GenerationState> =>
  withBenchmarkLock(deps, context, { id, act: "generate" }, async (locked) => {
    const { tx, task } = locked;
    if (task.status !== "Init") return getState(tx, id);
    requireRevision(task, expectRevision);
    await freezeVersions(tx, id);
    const { calls, reused, estimateMicros } = await beginJobs(locked, { reason: "Generate_data", takesReusable });
    return commitBenchmarkChange(locked, {
      opType: "Generate_data",
      meta: { calls, reused, estimate_micros: estimateMicros },
      moveTo: "Generating",
    });
  });
