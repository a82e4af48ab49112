// The rows and columns of a benchmark: prompts, and performers with their parameters. Part of /task-generate.
// Editable in Init; while generating, new ones can be added, and their cells start at once.
import type { BenchmarkRow, benchmarksRoutes, columnFields } from "@dailies/contract";
import type { z } from "zod";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { measureGrid } from "../benchmark.store.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { addColumn, type ColumnInput, removeColumn, updateColumn } from "../columns/change-columns.ts";
import { getBenchmark } from "../get-benchmark.ts";
import { requireBenchmark } from "../with-benchmark-lock.ts";
import { addRows, removeRows, updateRow } from "./change-rows.ts";
import { excludeRows } from "./exclude-rows.ts";
import { importRows, requireRowsAddable } from "./import-rows.ts";
import { listRowPage, type RowRecord } from "./row.store.ts";
import { createPosters } from "./row-posters.ts";
import type { RowReader } from "./row-reader.ts";

const SHOWN_ROWS = 5;
const SHOWN_FAULTS = 50;

type RowCalls =
  | "listRows"
  | "addRows"
  | "importRows"
  | "updateRow"
  | "removeRows"
  | "excludeRows"
  | "addColumn"
  | "updateColumn"
  | "removeColumn";

const toRow = ({ isExcluded, excludedReason, ...row }: RowRecord, posters: BenchmarkRow["posters"]): BenchmarkRow => ({
  ...row,
  posters,
  is_excluded: isExcluded,
  excluded_reason: excludedReason,
});

const toColumnInput = (
  body: z.output<typeof columnFields> & { readonly run_id?: string | undefined },
): ColumnInput => ({
  label: body.label,
  performerId: body.performer_id,
  params: body.params,
  isBaseline: body.is_baseline,
  runId: body.run_id,
});

export const rowsHandlers = (
  deps: BenchmarksDeps,
  rowReader: RowReader,
): Pick<Handlers<typeof benchmarksRoutes>, RowCalls> => ({
  async listRows({ actor, params, query }) {
    await requireBenchmark(deps.db, actor, params.id);
    const [rows, size] = await Promise.all([listRowPage(deps.db, params.id, query), measureGrid(deps.db, params.id)]);
    const postersOf = await createPosters(deps, actor, params.id, rows);
    return { items: rows.map((row) => toRow(row, postersOf(row))), total: size.rows };
  },
  addRows: ({ params, body, context }) =>
    addRows(deps, context, { id: params.id, expectRevision: body.expect_revision, rows: body.rows }),
  async importRows({ params, body, context }) {
    const { expect_revision: expectRevision, is_dry_run: isDryRun, skips_repeated: skipsRepeated, format, text } = body;
    const file = { id: params.id, expectRevision, isDryRun, skipsRepeated };
    await requireRowsAddable(deps, context, file);
    const read = await context.withRequestSignal((gone) => rowReader.read({ format, text }, gone));
    const { rows, faults, repeated, state } = await importRows(deps, context, { ...file, format, ...read });
    return {
      rows: rows.length,
      preview: rows.slice(0, SHOWN_ROWS),
      keys: [...new Set(rows.flatMap(({ inputs }) => Object.keys(inputs)))],
      faults: faults.slice(0, SHOWN_FAULTS),
      more_faults: Math.max(0, faults.length - SHOWN_FAULTS),
      repeated: repeated.length,
      repeated_rows: repeated.slice(0, SHOWN_FAULTS).map(({ line, inputs, sameAsLine }) => ({
        line,
        inputs,
        same_as_line: sameAsLine,
      })),
      state,
    };
  },
  updateRow: ({ params, body, context }) => {
    const { expect_revision: expectRevision, row_id: rowId, ...row } = body;
    return updateRow(deps, context, { id: params.id, expectRevision, rowId, row });
  },
  removeRows: ({ params, body, context }) =>
    removeRows(deps, context, { id: params.id, expectRevision: body.expect_revision, rowIds: body.row_ids }),
  excludeRows: ({ params, body, context }) => {
    const { expect_revision: expectRevision, row_ids: rowIds, is_excluded: isExcluded, reason } = body;
    return excludeRows(deps, context, { id: params.id, expectRevision, rowIds, isExcluded, reason });
  },
  async addColumn({ params, body, actor, context }) {
    const input = { id: params.id, expectRevision: body.expect_revision, column: toColumnInput(body) };
    await addColumn(deps, context, input);
    return getBenchmark(deps, actor, params.id);
  },
  async updateColumn({ params, body, actor, context }) {
    const { expect_revision: expectRevision, column_id: columnId } = body;
    const input = { id: params.id, expectRevision, columnId, column: toColumnInput(body) };
    await updateColumn(deps, context, input);
    return getBenchmark(deps, actor, params.id);
  },
  async removeColumn({ params, body, actor, context }) {
    const input = { id: params.id, expectRevision: body.expect_revision, columnId: body.column_id };
    await removeColumn(deps, context, input);
    return getBenchmark(deps, actor, params.id);
  },
});
