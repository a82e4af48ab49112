import { type BenchmarkDetail, evaluationPlan, type GenerationProgress } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import { getTaskDetail } from "../tasks/index.ts";
import type { BenchmarksDeps } from "./benchmarks-deps.ts";
import { listGridColumns } from "./cells/load-grid.ts";
import type { GridColumn } from "./cells/resolve-grid.rules.ts";
import { listRerollRates } from "./columns/column.store.ts";
import { countExcludedRows, listRowKeys } from "./rows/row.store.ts";
import { findMedianSeconds } from "./runs/pace.store.ts";
import { getState, requireBenchmark } from "./with-benchmark-lock.ts";

const POLL_MS = 3_000;

/** The poll interval for clients without an SSE connection; 0 when nothing changes on its own. */
export const pollAfterMs = ({ queued, running }: GenerationProgress): number => (queued + running > 0 ? POLL_MS : 0);

export const getBenchmark = async (deps: BenchmarksDeps, actor: Actor, id: string): Promise<BenchmarkDetail> => {
  const { db } = deps;
  const { benchmark } = await requireBenchmark(db, actor, id);
  const [detail, state, columns, rates, rowKeys, excludedRows] = await Promise.all([
    getTaskDetail(db, actor, id),
    getState(db, id),
    listGridColumns(db, id),
    listRerollRates(db, id),
    listRowKeys(db, id),
    countExcludedRows(db, id),
  ]);
  const { budgetMicros, isBudgetHard } = benchmark;
  return {
    ...detail,
    ...state,
    samples_per_cell: benchmark.samplesPerCell,
    seed_policy: benchmark.seedPolicy,
    seeds: [...benchmark.seeds],
    attempt_policy: benchmark.attemptPolicy,
    concurrency: benchmark.concurrency,
    currency: benchmark.currency,
    budget: budgetMicros === null ? null : { limit_micros: budgetMicros, is_hard: isBudgetHard },
    template_id: benchmark.templateId,
    evaluation: evaluationPlan.parse(benchmark.evaluation),
    columns_list: columns.map((column) => toColumn(column, rates.get(column.index) ?? 0)),
    row_keys: rowKeys,
    excluded_rows: excludedRows,
    pace: await measurePace(deps, id, benchmark.concurrency, columns, state.progress),
    next_poll_after_ms: pollAfterMs(state.progress),
  };
};

const toColumn = (column: GridColumn, rerollRate: number): BenchmarkDetail["columns_list"][number] => {
  const { pricing } = column.performer;
  return {
    id: column.id,
    index: column.index,
    label: column.label,
    performer_id: column.performerId,
    performer_name: column.performer.name,
    performer_version: column.performerVersion,
    params: column.params,
    is_baseline: column.isBaseline,
    reroll_rate: rerollRate,
    price: pricing && {
      unit: pricing.unit,
      unit_price_micros: pricing.unit_price_micros,
      currency: pricing.currency,
    },
  };
};

/** Estimates the remaining time from the benchmark's newest jobs, with all its performers at full concurrency. */
const measurePace = async (
  { db }: BenchmarksDeps,
  id: string,
  concurrency: number,
  columns: readonly GridColumn[],
  { queued, running }: GenerationProgress,
): Promise<BenchmarkDetail["pace"]> => {
  const limits = new Map(columns.map(({ performer }) => [performer.id, performer.limits.concurrency]));
  const medianS = await findMedianSeconds(db, [...limits.keys()], id);
  if (medianS === undefined) return null;
  const atOnce = Math.min(
    concurrency,
    [...limits.values()].reduce((sum, limit) => sum + limit, 0),
  );
  const left = queued + running;
  return { median_s: medianS, seconds_left: left === 0 ? null : Math.ceil(left / Math.max(1, atOnce)) * medianS };
};
