// Benchmarks: a grid of prompts and performers, its generation, and decisions about its cells.
// Implements the product's calls under /task/benchmark, used by the screen /task-generate.
import type { benchmarksRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { newId } from "../../platform/ids.ts";
import type { BenchmarksDeps } from "./benchmarks-deps.ts";
import { excludeCell, pinAttempt } from "./cells/decide-cell.ts";
import { getCell, listCells } from "./cells/show-cells.ts";
import { getBenchmark } from "./get-benchmark.ts";
import { rowImportsHandlers } from "./row-imports/row-imports.routes.ts";
import type { RowReader } from "./rows/row-reader.ts";
import { rowsHandlers } from "./rows/rows.routes.ts";
import { dryRun } from "./runs/dry-run.ts";
import { generateData } from "./runs/generate-data.ts";
import { startEvaluation, stopEvaluation } from "./runs/move-evaluation.ts";
import { refreshStatus } from "./runs/refresh-status.ts";
import { regenerateData } from "./runs/regenerate-data.ts";
import { retryFailed } from "./runs/retry-failed.ts";
import { cancelGeneration, resetGeneration } from "./runs/stop-generation.ts";
import { updateBenchmark } from "./update-benchmark.ts";

export const benchmarksHandlers = (deps: BenchmarksDeps, rowReader: RowReader): Handlers<typeof benchmarksRoutes> => ({
  ...rowsHandlers(deps, rowReader),
  ...rowImportsHandlers(deps),
  ...gridHandlers(deps),
  ...generationHandlers(deps),
});

type GridCalls = "getBenchmark" | "updateBenchmark" | "listCells" | "getCell" | "excludeCell" | "pinAttempt";

const gridHandlers = (deps: BenchmarksDeps): Pick<Handlers<typeof benchmarksRoutes>, GridCalls> => ({
  getBenchmark: ({ actor, params }) => getBenchmark(deps, actor, params.id),
  async updateBenchmark({ params, body, actor, context }) {
    const { budget, concurrency, currency, evaluation, seeds } = body;
    const change = {
      samplesPerCell: body.samples_per_cell,
      seedPolicy: body.seed_policy,
      attemptPolicy: body.attempt_policy,
      templateId: body.template_id,
      budget: budget && { limitMicros: budget.limit_micros, isHard: budget.is_hard },
      concurrency,
      currency,
      evaluation,
      seeds,
    };
    await updateBenchmark(deps, context, { id: params.id, expectRevision: body.expect_revision, change });
    return getBenchmark(deps, actor, params.id);
  },
  listCells: async ({ actor, params, query }) => {
    const { row_from: rowFrom, row_to: rowTo, col_from: colFrom, col_to: colTo } = query;
    return { cells: await listCells(deps, actor, params.id, { rowFrom, rowTo, colFrom, colTo }) };
  },
  getCell: ({ actor, params: { id, ...position }, query }) =>
    getCell(deps, actor, id, { ...position, sample: query.sample }),
  excludeCell: ({ params: { id, row, col }, body, context }) => {
    const { sample, reason, is_excluded: isExcluded } = body;
    return excludeCell(deps, context, { id, position: { row, col, sample }, reason, isExcluded });
  },
  pinAttempt: ({ params: { id, row, col }, body, context }) => {
    const { sample, reason, attempt_id: attemptId } = body;
    return pinAttempt(deps, context, { id, position: { row, col, sample }, reason, attemptId });
  },
});

type RowCalls = keyof ReturnType<typeof rowsHandlers> | keyof ReturnType<typeof rowImportsHandlers>;
type GenerationCalls = Exclude<keyof typeof benchmarksRoutes, GridCalls | RowCalls>;

const generationHandlers = (deps: BenchmarksDeps): Pick<Handlers<typeof benchmarksRoutes>, GenerationCalls> => ({
  dryRun: ({ params, context }) => dryRun(deps, context, params.id),
  generateData: ({ params, body, context }) => {
    const { expect_revision: expectRevision, takes_reusable: takesReusable } = body;
    return generateData(deps, context, { id: params.id, expectRevision, takesReusable });
  },
  regenerateData: ({ params: { id, row, col }, body, context }) =>
    regenerateData(deps, context, {
      id,
      position: { row, col, sample: body.sample },
      expectRevision: body.expect_revision,
      seed: body.seed,
      reason: body.reason ?? "",
      requestKey: body.request_key ?? newId(),
      confirmsStale: body.confirms_stale,
    }),
  refreshGenerateStatus: ({ params, context }) => refreshStatus(deps, context, params.id),
  startEvaluation: ({ params, context }) => startEvaluation(deps, context, params.id),
  stopEvaluation: ({ params, context }) => stopEvaluation(deps, context, params.id),
  resetGeneration: ({ params, context }) => resetGeneration(deps, context, params.id),
  retryFailed: ({ params, body, context }) => {
    const { reason, cells, request_key: requestKey } = body;
    return retryFailed(deps, context, { id: params.id, reason, cells, requestKey });
  },
  cancelGeneration: ({ params, body, context }) =>
    cancelGeneration(deps, context, { id: params.id, cells: body.cells }),
});
