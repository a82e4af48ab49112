import type { GenerationState } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import type { RequestContext } from "../../../request-context.ts";
import { announceCells, announceCellsAnew } from "../../events/index.ts";
import { startRun } from "../../generation/index.ts";
import { measureGrid, nextRun } from "../benchmark.store.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { type CellPosition, listCellIds } from "../cells/cell.store.ts";
import { requireInside } from "../cells/grid.rules.ts";
import { commitBenchmarkChange, getState, type LockedBenchmark, withBenchmarkLock } from "../with-benchmark-lock.ts";
import { isAskedBefore } from "./attempt.store.ts";
import { type CellToRetry, insertRetries, listCellsToRetry, type RetriedCell, type Retry } from "./retry.store.ts";

export interface RetryInput {
  readonly id: string;
  readonly reason: string;
  readonly cells: readonly CellPosition[] | undefined;
  readonly requestKey: string;
}

/** Above this, clients are told to reload instead of getting one event per cell. */
const MAX_TOLD = 2_000;
/** Small enough for the statement timeout, even under load. */
const BATCH = 4_000;

/** Retries all failed or cancelled cells with the same seeds, as one run. */
export const retryFailed = (
  deps: BenchmarksDeps,
  context: RequestContext,
  input: RetryInput,
): Promise<GenerationState> =>
  withBenchmarkLock(deps, context, { id: input.id, act: "retryFailed" }, async (locked) => {
    const { tx } = locked;
    if (await isAskedBefore(tx, context.actor.userId, input.requestKey)) return getState(tx, input.id);
    const cellIds = input.cells && (await requireCells(locked, input.cells));
    const cells = await listCellsToRetry(tx, input.id, cellIds);
    if (cells.length === 0) throw new DomainError("conflict", "there are no failed or cancelled cells to retry");
    const run = await nextRun(tx, input.id);
    const { actor, requestId, at } = context;
    const { id: taskId, reason: note, requestKey } = input;
    await retryCells(tx, { taskId, run, note, requestedBy: actor.userId, requestKey, at }, cells);
    await startRun(tx, { taskId, run, reason: "Retry_failed", by: actor.username, requestId, at });
    return commitBenchmarkChange(locked, {
      opType: "Retry_failed",
      meta: { cells: cells.length },
      reason: input.reason,
      keepsRevision: true,
    });
  });

const retryCells = async (tx: Tx, retry: Retry, cells: readonly CellToRetry[]): Promise<void> => {
  const isToldEach = cells.length <= MAX_TOLD;
  for (let at = 0; at < cells.length; at += BATCH) {
    const options = { isFirst: at === 0, isToldEach };
    const retried = await insertRetries(tx, retry, cells.slice(at, at + BATCH), options);
    await announceCells(tx, toldOf(retry.taskId, retried));
  }
  if (!isToldEach) await announceCellsAnew(tx, retry.taskId);
};

const toldOf = (taskId: string, cells: readonly RetriedCell[]) =>
  cells.map((cell) => ({ taskId, ...cell, status: "Queued" as const, progress: null, queuePosition: null }));

export const requireCells = async (
  { tx, task }: LockedBenchmark,
  cells: readonly CellPosition[],
): Promise<string[]> => {
  const size = await measureGrid(tx, task.id);
  for (const cell of cells) requireInside(size, cell);
  return listCellIds(tx, task.id, cells);
};
