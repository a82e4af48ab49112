import { z } from "zod";
import { defineRoutes, nonNegativeInt, text, uuid, versionNumber } from "../kit.ts";
import { pageOf } from "../lists.ts";
import { MAX_SEED } from "../performers/schemas.ts";
import {
  benchmarkDetail,
  benchmarkRow,
  cellDetail,
  cellIndex,
  columnFields,
  dryRun,
  generationState,
  gridCell,
  importDatasetRowsBody,
  importedRows,
  MAX_CELLS_AT_ONCE,
  MAX_ROWS_AT_ONCE,
  MAX_ROWS_TEXT_BYTES,
  ROW_FORMATS,
  refreshedStatus,
  rowFields,
  rowImport,
  updateBenchmarkBody,
} from "./schemas.ts";

const v1 = { permission: "USE_VERSION_1_0" } as const;
/** Only internal users may read datasets. */
const v1Internal = { permission: "USE_VERSION_1_0", isInternalOnly: true } as const;
const task = z.object({ id: uuid });
const cell = z.object({ id: uuid, row: cellIndex, col: cellIndex });
const reason = text({ min: 1, max: 500, required: "please enter a reason" });
const changes = ["conflict", "not_allowed", "not_found"] as const;
const expectRevision = versionNumber;
const sample = z.int().min(0).max(19).default(0);
const inQuery = (max: number) => z.coerce.number<string | number>().int().min(0).max(max);
const requestKey = uuid;

export const cellRef = z.strictObject({ row: nonNegativeInt, col: nonNegativeInt, sample });
/** Cells that an action applies to; omit for every cell of the task. */
const cellList = z.array(cellRef).min(1).max(1_000);

export const benchmarksRoutes = defineRoutes({
  getBenchmark: {
    method: "GET",
    path: "/api_v1/task/benchmark/detail/:id",
    access: v1,
    summary: "Get a benchmark with its columns and progress",
    params: task,
    reply: benchmarkDetail,
    errors: ["not_found"],
  },
  updateBenchmark: {
    method: "POST",
    path: "/api_v1/task/benchmark/update/:id",
    access: v1,
    summary: "Change the generation settings of a benchmark",
    params: task,
    body: updateBenchmarkBody,
    reply: benchmarkDetail,
    errors: changes,
  },
  listRows: {
    method: "GET",
    path: "/api_v1/task/benchmark/rows/:id",
    access: v1,
    summary: "List the rows of a benchmark in order",
    params: task,
    query: z.object({
      offset: inQuery(1_000_000).default(0),
      limit: z.coerce.number<string | number>().int().min(1).max(MAX_ROWS_AT_ONCE).default(100),
    }),
    reply: pageOf(benchmarkRow),
    errors: ["not_found"],
  },
  addRows: {
    method: "POST",
    path: "/api_v1/task/benchmark/add_rows/:id",
    access: v1,
    summary: "Append rows; while the benchmark is generating, their cells start at once",
    params: task,
    body: z.strictObject({ expect_revision: expectRevision, rows: z.array(rowFields).min(1).max(MAX_ROWS_AT_ONCE) }),
    reply: generationState,
    errors: changes,
  },
  importRows: {
    method: "POST",
    path: "/api_v1/task/benchmark/import_rows/:id",
    access: v1,
    isCostly: true,
    summary:
      "Import rows from CSV, JSON lines, a VBench file or one prompt a line; a dry run only reports what would be added",
    params: task,
    body: z.strictObject({
      expect_revision: expectRevision,
      format: z.enum(ROW_FORMATS),
      text: z.string().min(1).max(MAX_ROWS_TEXT_BYTES),
      is_dry_run: z.boolean(),
      /** Leaves out repeated rows, so that the same text can be imported again without adding a row twice. */
      skips_repeated: z.boolean().default(false),
    }),
    maxBodyBytes: MAX_ROWS_TEXT_BYTES + 1024 ** 2,
    reply: importedRows,
    errors: changes,
  },
  importDatasetRows: {
    method: "POST",
    path: "/api_v1/task/benchmark/import_dataset_rows/:id",
    access: v1Internal,
    summary: "Import rows from a sample of a dataset in the background, with first frames or clips as assets",
    params: task,
    body: importDatasetRowsBody,
    reply: rowImport,
    errors: [...changes, "invalid"],
  },
  listRowImports: {
    method: "GET",
    path: "/api_v1/task/benchmark/row_imports/:id",
    access: v1Internal,
    summary: "List the imports of rows from datasets, newest first",
    params: task,
    reply: pageOf(rowImport),
    errors: ["not_found"],
  },
  cancelRowImport: {
    method: "POST",
    path: "/api_v1/task/benchmark/cancel_row_import/:id/:import_id",
    access: v1Internal,
    summary: "Cancel an import of rows; no row of it is added",
    params: task.extend({ import_id: uuid }),
    reply: rowImport,
    errors: changes,
  },
  updateRow: {
    method: "POST",
    path: "/api_v1/task/benchmark/update_row/:id",
    access: v1,
    summary: "Change one row, before anything was generated",
    params: task,
    body: rowFields.extend({ expect_revision: expectRevision, row_id: uuid }),
    reply: generationState,
    errors: changes,
  },
  removeRows: {
    method: "POST",
    path: "/api_v1/task/benchmark/remove_rows/:id",
    access: v1,
    summary: "Remove rows, before anything was generated",
    params: task,
    body: z.strictObject({ expect_revision: expectRevision, row_ids: z.array(uuid).min(1).max(MAX_ROWS_AT_ONCE) }),
    reply: generationState,
    errors: changes,
  },
  excludeRows: {
    method: "POST",
    path: "/api_v1/task/benchmark/exclude_rows/:id",
    access: v1,
    summary: "Exclude rows from generation and evaluation, or include them again",
    params: task,
    body: z.strictObject({
      expect_revision: expectRevision,
      row_ids: z.array(uuid).min(1).max(MAX_ROWS_AT_ONCE),
      is_excluded: z.boolean(),
      reason,
    }),
    reply: generationState,
    errors: changes,
  },
  addColumn: {
    method: "POST",
    path: "/api_v1/task/benchmark/add_column/:id",
    access: v1,
    summary: "Add a performer with its parameters; while the benchmark is generating, its cells start at once",
    params: task,
    body: columnFields.extend({
      expect_revision: expectRevision,
      /** The run whose checkpoint the performer runs. */
      run_id: uuid.optional(),
    }),
    reply: benchmarkDetail,
    errors: changes,
  },
  updateColumn: {
    method: "POST",
    path: "/api_v1/task/benchmark/update_column/:id",
    access: v1,
    summary: "Change one column, before anything was generated",
    params: task,
    body: columnFields.extend({ expect_revision: expectRevision, column_id: uuid }),
    reply: benchmarkDetail,
    errors: changes,
  },
  removeColumn: {
    method: "POST",
    path: "/api_v1/task/benchmark/remove_column/:id",
    access: v1,
    summary: "Remove one column, before anything was generated",
    params: task,
    body: z.strictObject({ expect_revision: expectRevision, column_id: uuid }),
    reply: benchmarkDetail,
    errors: changes,
  },
  listCells: {
    method: "GET",
    path: "/api_v1/task/benchmark/cells/:id",
    access: v1,
    isCostly: true,
    summary: `List the cells in a window of the grid, at most ${MAX_CELLS_AT_ONCE}`,
    params: task,
    query: z.object({
      row_from: inQuery(9_999_999),
      row_to: inQuery(9_999_999),
      col_from: inQuery(9_999_999).default(0),
      col_to: inQuery(9_999_999).default(49),
    }),
    reply: z.object({ cells: z.array(gridCell) }),
    errors: ["not_found"],
  },
  getCell: {
    method: "GET",
    path: "/api_v1/task/benchmark/cell/:id/:row/:col",
    access: v1,
    summary: "Get one cell with all of its attempts",
    params: cell,
    query: z.object({ sample: inQuery(19).default(0) }),
    reply: cellDetail,
    errors: ["not_found"],
  },
  dryRun: {
    method: "POST",
    path: "/api_v1/task/benchmark/dry_run/:id",
    access: v1,
    summary: "Estimate the cost of generating and list what prevents it; nothing is started",
    params: task,
    reply: dryRun,
    errors: ["not_allowed", "not_found"],
  },
  generateData: {
    method: "POST",
    path: "/api_v1/task/benchmark/generate_data/:id",
    access: v1,
    summary: "Start generating; called again, it returns the current state",
    params: task,
    body: z
      .strictObject({
        expect_revision: expectRevision.optional(),
        /** Reuses clips of identical requests that already succeeded, marked as reused. */
        takes_reusable: z.boolean().default(false),
      })
      .default({ takes_reusable: false }),
    reply: generationState,
    errors: changes,
  },
  regenerateData: {
    method: "POST",
    path: "/api_v1/task/benchmark/regenerate_data/:id/:row/:col",
    access: v1,
    summary: "Generate one cell again; earlier attempts are kept",
    params: cell,
    body: z
      .strictObject({
        expect_revision: expectRevision.optional(),
        sample,
        seed: z
          .discriminatedUnion("mode", [
            z.strictObject({ mode: z.literal("same") }),
            z.strictObject({ mode: z.literal("new") }),
            z.strictObject({ mode: z.literal("value"), value: z.int().min(0).max(MAX_SEED) }),
          ])
          .default({ mode: "new" }),
        reason: reason.optional(),
        /** A request repeated with the same key makes one attempt; without a key, each one makes its own. */
        request_key: requestKey.optional(),
        /** In Benchmarking, the cell's judgements stop counting; the caller must confirm that. */
        confirms_stale: z.boolean().default(false),
      })
      .default({ sample: 0, seed: { mode: "new" }, confirms_stale: false }),
    reply: generationState,
    errors: changes,
  },
  refreshGenerateStatus: {
    method: "POST",
    path: "/api_v1/task/benchmark/refresh_generate_status/:id",
    access: v1,
    summary: "Poll every unfinished call and recount; nothing new is created",
    params: task,
    reply: refreshedStatus,
    errors: changes,
  },
  startEvaluation: {
    method: "POST",
    path: "/api_v1/task/benchmark/start_evaluation/:id",
    access: v1,
    summary: "Start the evaluation of the generated clips",
    params: task,
    reply: generationState,
    errors: changes,
  },
  stopEvaluation: {
    method: "POST",
    path: "/api_v1/task/benchmark/stop_evaluation/:id",
    access: v1,
    summary: "Return to generating, as long as nobody has judged yet",
    params: task,
    reply: generationState,
    errors: changes,
  },
  resetGeneration: {
    method: "POST",
    path: "/api_v1/task/benchmark/reset/:id",
    access: v1,
    summary: "Return to Init, as long as nothing succeeded yet; running calls are cancelled",
    params: task,
    reply: generationState,
    errors: changes,
  },
  retryFailed: {
    method: "POST",
    path: "/api_v1/task/benchmark/retry_failed/:id",
    access: v1,
    summary: "Retry failed and cancelled cells with the same seeds",
    params: task,
    body: z.strictObject({ reason, cells: cellList.optional(), request_key: requestKey }),
    reply: generationState,
    errors: changes,
  },
  cancelGeneration: {
    method: "POST",
    path: "/api_v1/task/benchmark/cancel/:id",
    access: v1,
    summary: "Cancel unfinished cells, all of them or some",
    params: task,
    body: z.strictObject({ cells: cellList.optional() }),
    reply: generationState,
    errors: changes,
  },
  excludeCell: {
    method: "POST",
    path: "/api_v1/task/benchmark/exclude/:id/:row/:col",
    access: v1,
    summary: "Exclude a cell from the evaluation, or include it again",
    params: cell,
    body: z.strictObject({ sample, is_excluded: z.boolean(), reason }),
    reply: generationState,
    errors: changes,
  },
  pinAttempt: {
    method: "POST",
    path: "/api_v1/task/benchmark/pin/:id/:row/:col",
    access: v1,
    summary: "Pin the attempt that counts, or unpin it and follow the attempt policy",
    params: cell,
    body: z.strictObject({ sample, attempt_id: uuid.nullable(), reason }),
    reply: generationState,
    errors: changes,
  },
});
