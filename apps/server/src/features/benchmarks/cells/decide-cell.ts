import type { GenerationState } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import { announceCells } from "../../events/index.ts";
import { cancelJobs, cellStatusOf, countedAttempt } from "../../generation/index.ts";
import { measureGrid } from "../benchmark.store.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { requireIncludedRow } from "../rows/row.store.ts";
import { commitBenchmarkChange, type LockedBenchmark, withBenchmarkLock } from "../with-benchmark-lock.ts";
import { type CellPosition, type CellRecord, changeCell, listAttempts, lockCell } from "./cell.store.ts";
import { requireInside } from "./grid.rules.ts";

export interface CellDecision {
  readonly id: string;
  readonly position: CellPosition;
  readonly reason: string;
}

/** Excludes a cell from the evaluation, or includes it again. */
export const excludeCell = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, position, reason, isExcluded }: CellDecision & { isExcluded: boolean },
): Promise<GenerationState> =>
  withBenchmarkLock(deps, context, { id, act: "exclude", holds: "share" }, async (locked) => {
    const { tx } = locked;
    const cell = await requireCell(locked, position);
    await requireIncludedRow(tx, cell.rowId);
    if (isExcluded) await cancelJobs(tx, { taskId: id, cellIds: [cell.id] }, context);
    const status = isExcluded ? "Excluded" : cellStatusOf(await listAttempts(tx, cell.id));
    await changeCell(tx, cell.id, { status, excluded_reason: isExcluded ? reason : null }, context.at);
    await tell(locked, cell, status);
    const meta = { ...position, is_excluded: isExcluded };
    return commitBenchmarkChange(locked, { opType: "Exclude_cell", meta, reason, keepsRevision: true });
  });

/** Pins the attempt that counts; null returns to the policy. */
export const pinAttempt = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, position, reason, attemptId }: CellDecision & { attemptId: string | null },
): Promise<GenerationState> =>
  withBenchmarkLock(deps, context, { id, act: "pin", holds: "share" }, async (locked) => {
    const { tx, benchmark } = locked;
    const cell = await requireCell(locked, position);
    const attempts = await listAttempts(tx, cell.id);
    const chosen = attempts.find((attempt) => attempt.id === attemptId);
    if (attemptId !== null && !chosen) throw new DomainError("not_found", "this cell has no such attempt");
    if (chosen && chosen.status !== "Succeeded") {
      throw new DomainError("conflict", `attempt ${chosen.n} made no clip: only a success can count`);
    }
    const counted = countedAttempt(benchmark.attemptPolicy, attempts, attemptId);
    const change = { counted_attempt_id: counted?.id ?? null, is_pinned: chosen !== undefined };
    await changeCell(tx, cell.id, change, context.at);
    await tell(locked, cell, cell.status);
    const meta = { ...position, attempt: chosen?.n ?? null };
    return commitBenchmarkChange(locked, { opType: "Pin_attempt", meta, reason, keepsRevision: true });
  });

const requireCell = async ({ tx, task }: LockedBenchmark, position: CellPosition): Promise<CellRecord> => {
  requireInside(await measureGrid(tx, task.id), position);
  const cell = await lockCell(tx, task.id, position);
  if (!cell) throw new DomainError("conflict", "this cell has no generated clip yet");
  return cell;
};

const tell = (
  { tx, task }: LockedBenchmark,
  { row, col, sample, attemptCount }: CellRecord,
  status: CellRecord["status"],
) =>
  announceCells(tx, [{ taskId: task.id, row, col, sample, status, progress: null, queuePosition: null, attemptCount }]);
