// Imports rows of a benchmark from a sample of a dataset, run by the worker. Part of /task-generate.
// Implements "rows from a dataset view" with first frames and clips as assets.
import type { benchmarksRoutes, RowImport } from "@dailies/contract";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import type { RowImportRecord } from "./row-import.store.ts";
import { cancelRowImport, listImportsOfBenchmark, startRowImport } from "./start-row-import.ts";

const toImport = (job: RowImportRecord): RowImport => ({
  id: job.id,
  dataset_id: job.datasetId,
  dataset_name: job.datasetName,
  version: job.version,
  status: job.status,
  items_done: job.itemsDone,
  items_total: job.itemsTotal,
  rows_added: job.rowsAdded,
  rows_repeated: job.rowsRepeated,
  left_out: job.leftOut,
  error: job.error,
  created_by: job.creator,
  created_at: job.createdAt.toISOString(),
  finished_at: job.finishedAt?.toISOString() ?? null,
});

type ImportCalls = "importDatasetRows" | "listRowImports" | "cancelRowImport";

export const rowImportsHandlers = (deps: BenchmarksDeps): Pick<Handlers<typeof benchmarksRoutes>, ImportCalls> => ({
  async importDatasetRows({ params, body, context }) {
    const { dataset_id: datasetId, skips_repeated: skipsRepeated, request_key: requestKey, ...query } = body;
    const options = { ...query, taskId: params.id, datasetId, skipsRepeated, requestKey };
    return toImport(await startRowImport(deps, context, options));
  },
  async listRowImports({ actor, params }) {
    const items = (await listImportsOfBenchmark(deps, actor, params.id)).map(toImport);
    return { items, total: items.length };
  },
  cancelRowImport: async ({ params, context }) =>
    toImport(await cancelRowImport(deps, context, { taskId: params.id, importId: params.import_id })),
});
