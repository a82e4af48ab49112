import type { DryRun } from "@dailies/contract";
import type { Db } from "../../../platform/db/database.ts";
import type { RequestContext } from "../../../request-context.ts";
import { requireMember } from "../../tasks/index.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { type LoadedGrid, loadGrid } from "../cells/load-grid.ts";
import { planJobs } from "../cells/plan-cells.rules.ts";
import { Tally, tallyInBatches } from "../cells/tally.rules.ts";
import { requireBenchmark } from "../with-benchmark-lock.ts";
import { countReusable } from "./insert-jobs.store.ts";
import { listMedianSeconds } from "./pace.store.ts";

const BATCH = 2_000;

/** Validates and estimates what generation would do. Plans no jobs once generation has started. */
export const dryRun = async (deps: BenchmarksDeps, context: RequestContext, id: string): Promise<DryRun> => {
  const { task, benchmark } = await requireBenchmark(deps.db, context.actor, id);
  await requireMember(deps.db, context.actor, [task]);
  const grid = await loadGrid(deps.db, { context, deps, task, benchmark });
  const isInit = task.status === "Init";
  const tally = new Tally(isInit ? grid.faults : []);
  let reusable = 0;
  const plan = planJobs({ benchmark, ...grid }, isInit ? grid.rows : [], grid.columns);
  const takeBatch = async (calls: readonly { readonly hash: Buffer }[]): Promise<void> => {
    reusable += await countReusable(
      deps.db,
      calls.map(({ hash }) => hash),
    );
  };
  await tallyInBatches(plan, tally, takeBatch, BATCH);
  const { currency } = benchmark;
  const asMoney = (micros: number | null) => (micros === null ? null : { amount_micros: micros, currency });
  return {
    calls: tally.calls,
    cost: asMoney(tally.calls > 0 && tally.unpricedCalls === tally.calls ? null : tally.costMicros),
    unpriced_calls: tally.unpricedCalls,
    reusable,
    by_column: grid.columns.map(({ index, label, performer }) => ({
      col: index,
      label: label || performer.name,
      calls: tally.byColumn.get(index)?.calls ?? 0,
      cost: asMoney(tally.byColumn.get(index)?.costMicros ?? null),
    })),
    faults: tally.faults,
    more_faults: tally.faultCount - tally.faults.length,
    seconds_estimate: await estimateSeconds(deps.db, benchmark.concurrency, grid, tally),
  };
};

/** The time of the slowest performer, from its newest jobs; null when a performer has none. */
const estimateSeconds = async (
  db: Db,
  concurrency: number,
  { columns }: LoadedGrid,
  tally: Tally,
): Promise<number | null> => {
  const medians = await listMedianSeconds(
    db,
    columns.map(({ performerId }) => performerId),
  );
  const callsOf = new Map<string, number>();
  for (const { performerId, index } of columns) {
    callsOf.set(performerId, (callsOf.get(performerId) ?? 0) + (tally.byColumn.get(index)?.calls ?? 0));
  }
  let longestS = 0;
  for (const { performerId, performer } of columns) {
    const medianS = medians.get(performerId);
    if (medianS === undefined) return null;
    const atOnce = Math.min(concurrency, performer.limits.concurrency);
    longestS = Math.max(longestS, Math.ceil((callsOf.get(performerId) ?? 0) / atOnce) * medianS);
  }
  return columns.length === 0 ? null : longestS;
};
