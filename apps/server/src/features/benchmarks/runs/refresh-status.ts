import type { refreshedStatus } from "@dailies/contract";
import type { z } from "zod";
import type { RequestContext } from "../../../request-context.ts";
import { reconcileTask } from "../../generation/index.ts";
import { requireMember } from "../../tasks/index.ts";
import { takeRefreshTurn } from "../benchmark.store.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { pollAfterMs } from "../get-benchmark.ts";
import { getState, requireBenchmark } from "../with-benchmark-lock.ts";

const NOT_WITHIN_S = 3;

/** Reconciles unfinished jobs and recounts; creates no jobs. Rate limit: once per task in three seconds. */
export const refreshStatus = async (
  deps: BenchmarksDeps,
  context: RequestContext,
  id: string,
): Promise<z.input<typeof refreshedStatus>> => {
  const { db } = deps;
  const { task } = await requireBenchmark(db, context.actor, id);
  await requireMember(db, context.actor, [task]);
  const isMyTurn = await takeRefreshTurn(db, id, context.at, NOT_WITHIN_S);
  const { changed, stalled } = isMyTurn
    ? await reconcileTask(db, { taskId: id, requestId: context.requestId })
    : { changed: [], stalled: [] };
  const state = await getState(db, id);
  return {
    ...state,
    changed: [...changed],
    stalled: stalled.map(({ row, col, sample, since }) => ({ row, col, sample, since: since.toISOString() })),
    next_poll_after_ms: pollAfterMs(state.progress),
  };
};
