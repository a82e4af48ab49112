import type { GenerationState } from "@dailies/contract";
import type { RequestContext } from "../../../request-context.ts";
import { requireRevision } from "../../tasks/index.ts";
import { actOnBenchmark, endTurn, getState } from "../act-on-benchmark.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { freezeVersions } from "../columns/column.store.ts";
import { beginCalls } from "./begin-calls.ts";

export interface Generate {
  readonly id: string;
  readonly expectRevision?: number | undefined;
  readonly takesReusable: boolean;
}

/** Init → Generating, once: whoever comes second is told how it stands. */
export const generateData = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, expectRevision, takesReusable }: Generate,
): Promise<GenerationState> =>
  actOnBenchmark(deps, context, { id, act: "generate" }, async (turn) => {
    const { tx, task } = turn;
    if (task.status !== "Init") return getState(tx, id);
    requireRevision(task, expectRevision);
    await freezeVersions(tx, id);
    const { calls, reused, estimateMicros } = await beginCalls(turn, { reason: "Generate_data", takesReusable });
    return endTurn(turn, {
      opType: "Generate_data",
      meta: { calls, reused, estimate_micros: estimateMicros },
      moveTo: "Generating",
    });
  });
