import {
  type BenchmarkDetail,
  type benchmarksRoutes,
  type GenerationState,
  type GridCell,
  MAX_CELLS_AT_ONCE,
} from "@dailies/contract";
import type { RouteInput, RouteResult } from "@dailies/contract/kit";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { benchmarksCalls } from "../../lib/api/clients/benchmarks.ts";
import { tasksCalls } from "../../lib/api/clients/tasks.ts";
import type { CellAddress, GridSize } from "./cell-address.ts";
import { ADDRESSES_KEPT_MS, keepAddress, keepAddresses } from "./grid/keep-addresses.ts";

type Table = typeof benchmarksRoutes;
type Body<K extends keyof Table> = RouteInput<Table[K]> extends { body: infer B } ? B : never;
/** The body of a mutation without the revision it applies to. */
type Act<K extends keyof Table> = Omit<Body<K>, "expect_revision">;

type CellDetail = RouteResult<Table["getCell"]>;

const MOST_WINDOW_ROWS = 40;
/** Parsing a response blocks the main thread: with many more cells, scrolling would drop frames. */
const MOST_WINDOW_CELLS = 200;
/** Slightly longer than signed URLs are reused, so that the refetch returns new ones. */
const ADDRESSES_RENEWED_MS = ADDRESSES_KEPT_MS + 5_000;

/** For very long rows, one larger request is better than a request per row. */
const LEAST_WINDOW_ROWS = 4;

/** Rows fetched per window: forty, and fewer if the rows have many cells. */
export const windowRowsOf = ({ columns, samples }: GridSize): number => {
  const perRow = Math.max(1, columns * samples);
  const rows = Math.max(LEAST_WINDOW_ROWS, Math.min(MOST_WINDOW_ROWS, Math.floor(MOST_WINDOW_CELLS / perRow)));
  return Math.max(1, Math.min(rows, Math.floor(MAX_CELLS_AT_ONCE / perRow)));
};

/** How long a window outside the viewport stays cached. */
const LEFT_BEHIND_MS = 60_000;
/** With an open SSE connection the remaining fields, such as the time left, may be slightly stale. */
const LIVE_POLL_MS = 10_000;

/** Poll interval of the progress; false while nothing is running. */
export const pollMsOf = (task: BenchmarkDetail | undefined, isLive: boolean): number | false => {
  const afterMs = task?.next_poll_after_ms ?? 0;
  if (afterMs === 0) return false;
  return isLive ? Math.max(LIVE_POLL_MS, afterMs) : afterMs;
};

export const benchmarkQuery = (id: string) =>
  queryOptions({
    queryKey: ["benchmarks", id, "detail"],
    queryFn: (context) => benchmarksCalls.getBenchmark({ params: { id } }, context),
    // The screen shows this error itself.
    meta: { silent: true },
  });

interface GridWindow {
  taskId: string;
  from: number;
  rows: number;
}

export const rowsQuery = ({ taskId, from, rows }: GridWindow) =>
  queryOptions({
    queryKey: ["benchmarks", taskId, "rows", from, rows],
    queryFn: (context) =>
      benchmarksCalls.listRows({ params: { id: taskId }, query: { offset: from, limit: rows } }, context),
    staleTime: 5 * 60_000,
    meta: { silent: true },
  });

export const cellsQuery = ({ taskId, from, rows }: GridWindow, columns: number, pollMs: number | undefined) =>
  queryOptions({
    queryKey: ["benchmarks", taskId, "cells", from, rows, columns],
    queryFn: (context) =>
      benchmarksCalls.listCells(
        {
          params: { id: taskId },
          query: { row_from: from, row_to: from + rows - 1, col_from: 0, col_to: columns - 1 },
        },
        context,
      ),
    staleTime: ADDRESSES_RENEWED_MS,
    gcTime: LEFT_BEHIND_MS,
    refetchInterval: pollMs ?? ADDRESSES_RENEWED_MS,
    // New signed URLs for the same clip would make every image load again.
    structuralSharing: (old, next) =>
      keepAddresses(old as { cells: GridCell[] } | undefined, next as { cells: GridCell[] }),
    meta: { silent: true },
  });

export const cellQuery = (taskId: string, { row, col, sample }: CellAddress) =>
  queryOptions({
    queryKey: ["benchmarks", taskId, "cell", row, col, sample],
    queryFn: (context) =>
      benchmarksCalls.getCell({ params: { id: taskId, row: `${row}`, col: `${col}` }, query: { sample } }, context),
    structuralSharing: (old, next) => keepAddress(old as CellDetail | undefined, next as CellDetail),
    meta: { silent: true },
  });

/** Never cached across openings of the dialog: a minute later the result may differ. */
export const dryRunQuery = (id: string) =>
  queryOptions({
    // Kept outside the task's key, so that invalidating the task does not repeat the dry run.
    queryKey: ["benchmarks", "dry-run", id],
    queryFn: ({ signal }) => benchmarksCalls.dryRun({ params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    // The dialog shows this error itself.
    meta: { silent: true },
  });

export const benchmarkChoicesQuery = (words: string) =>
  queryOptions({
    queryKey: ["benchmarks", "choices", words],
    queryFn: (context) =>
      tasksCalls.listTasks(
        { query: { kind: "Benchmark", page: 1, page_size: 20, ...(words && { q: words }) } },
        context,
      ),
    meta: { silent: true },
  });

/** Writes the response of a mutation to the cache and invalidates everything else about the task. */
const useChange = <Input, Reply extends Partial<GenerationState>>(
  id: string,
  change: (input: Input, revision: number) => Promise<Reply>,
) => {
  const cache = useQueryClient();
  const { queryKey } = benchmarkQuery(id);
  return useMutation({
    mutationFn: (input: Input) => change(input, cache.getQueryData(queryKey)?.revision ?? 1),
    onSuccess: ({ status, revision, progress, spend }) =>
      cache.setQueryData(queryKey, (old) =>
        old && status && revision
          ? { ...old, status, revision, ...(progress && { progress }), ...(spend && { spend }) }
          : old,
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: ["benchmarks", id] }),
  });
};

const detailState = ({ status, revision }: BenchmarkDetail) => ({ status, revision });

/** The mutations of one benchmark; each sends the revision the user has seen if the endpoint requires it. */
export const useUpdateBenchmark = (id: string) =>
  useChange(id, async (body: Act<"updateBenchmark">, expect_revision) =>
    detailState(await benchmarksCalls.updateBenchmark({ params: { id }, body: { ...body, expect_revision } })),
  );

export const useAddRows = (id: string) =>
  useChange(id, (rows: Body<"addRows">["rows"], expect_revision) =>
    benchmarksCalls.addRows({ params: { id }, body: { rows, expect_revision } }),
  );

export const useUpdateRow = (id: string) =>
  useChange(id, (body: Act<"updateRow">, expect_revision) =>
    benchmarksCalls.updateRow({ params: { id }, body: { ...body, expect_revision } }),
  );

export const useRemoveRow = (id: string) =>
  useChange(id, (rowId: string, expect_revision) =>
    benchmarksCalls.removeRows({ params: { id }, body: { row_ids: [rowId], expect_revision } }),
  );

export const useExcludeRows = (id: string) =>
  useChange(id, (body: Act<"excludeRows">, expect_revision) =>
    benchmarksCalls.excludeRows({ params: { id }, body: { ...body, expect_revision } }),
  );

export const useCheckRows = (id: string) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Omit<Act<"importRows">, "is_dry_run">) =>
      benchmarksCalls.importRows({
        params: { id },
        body: {
          ...body,
          is_dry_run: true,
          expect_revision: cache.getQueryData(benchmarkQuery(id).queryKey)?.revision ?? 1,
        },
      }),
  });
};

export const useImportRows = (id: string) =>
  useChange(id, async (body: Omit<Act<"importRows">, "is_dry_run">, expect_revision) => {
    const { state } = await benchmarksCalls.importRows({
      params: { id },
      body: { ...body, is_dry_run: false, expect_revision },
    });
    return state ?? {};
  });

export const useAddColumn = (id: string) =>
  useChange(id, async (body: Act<"addColumn">, expect_revision) =>
    detailState(await benchmarksCalls.addColumn({ params: { id }, body: { ...body, expect_revision } })),
  );

export const useUpdateColumn = (id: string) =>
  useChange(id, async (body: Act<"updateColumn">, expect_revision) =>
    detailState(await benchmarksCalls.updateColumn({ params: { id }, body: { ...body, expect_revision } })),
  );

export const useRemoveColumn = (id: string) =>
  useChange(id, async (columnId: string, expect_revision) =>
    detailState(await benchmarksCalls.removeColumn({ params: { id }, body: { column_id: columnId, expect_revision } })),
  );

export const useGenerate = (id: string) =>
  useChange(id, (takesReusable: boolean, expect_revision) =>
    benchmarksCalls.generateData({ params: { id }, body: { takes_reusable: takesReusable, expect_revision } }),
  );

const paramsOf = (id: string, { row, col }: CellAddress) => ({ id, row: `${row}`, col: `${col}` });

export const useRegenerate = (id: string, cell: CellAddress) =>
  useChange(id, (body: Omit<Act<"regenerateData">, "sample">, expect_revision) =>
    benchmarksCalls.regenerateData({
      params: paramsOf(id, cell),
      body: { ...body, sample: cell.sample, expect_revision },
    }),
  );

export const useExclude = (id: string, cell: CellAddress) =>
  useChange(id, (body: { is_excluded: boolean; reason: string }) =>
    benchmarksCalls.excludeCell({ params: paramsOf(id, cell), body: { ...body, sample: cell.sample } }),
  );

export const usePin = (id: string, cell: CellAddress) =>
  useChange(id, (body: { attempt_id: string | null; reason: string }) =>
    benchmarksCalls.pinAttempt({ params: paramsOf(id, cell), body: { ...body, sample: cell.sample } }),
  );

export const useRetryFailed = (id: string) =>
  useChange(id, (body: Body<"retryFailed">) => benchmarksCalls.retryFailed({ params: { id }, body }));

/** Cancels the whole task, or one cell of it. */
export const useCancel = (id: string) =>
  useChange(id, (cell: CellAddress | undefined) =>
    benchmarksCalls.cancelGeneration({ params: { id }, body: cell ? { cells: [cell] } : {} }),
  );

export const useReset = (id: string) =>
  useChange<void, GenerationState>(id, () => benchmarksCalls.resetGeneration({ params: { id } }));
export const useStopEvaluation = (id: string) =>
  useChange<void, GenerationState>(id, () => benchmarksCalls.stopEvaluation({ params: { id } }));
export const useRefreshStatus = (id: string) =>
  useChange<void, GenerationState>(id, () => benchmarksCalls.refreshGenerateStatus({ params: { id } }));
