import type { GenerationState } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import { announceCells } from "../../events/index.ts";
import { cancelCalls, cellStatusOf, countedAttempt } from "../../generation/index.ts";
import { actOnBenchmark, endTurn, type Turn } from "../act-on-benchmark.ts";
import { measureGrid } from "../benchmark.store.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { type CellPlace, type CellRecord, changeCell, listAttempts, lockCell } from "./cell.store.ts";
import { requireInside } from "./grid.rules.ts";

export interface CellDecision {
  readonly id: string;
  readonly place: CellPlace;
  readonly reason: string;
}

/** Leaves a cell out of the evaluation, or takes it back as it stands. */
export const excludeCell = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, place, reason, isExcluded }: CellDecision & { isExcluded: boolean },
): Promise<GenerationState> =>
  actOnBenchmark(deps, context, { id, act: "exclude", holds: "share" }, async (turn) => {
    const { tx } = turn;
    const cell = await requireCell(turn, place);
    if (isExcluded) await cancelCalls(tx, { taskId: id, cellIds: [cell.id] }, context);
    const status = isExcluded ? "Excluded" : cellStatusOf(await listAttempts(tx, cell.id));
    await changeCell(tx, cell.id, { status, excluded_reason: isExcluded ? reason : null }, context.at);
    await tell(turn, cell, status);
    const meta = { ...place, is_excluded: isExcluded };
    return endTurn(turn, { opType: "Exclude_cell", meta, reason, keepsRevision: true });
  });

/** Chooses by hand which attempt counts; null lets the rule decide again. */
export const pinAttempt = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, place, reason, attemptId }: CellDecision & { attemptId: string | null },
): Promise<GenerationState> =>
  actOnBenchmark(deps, context, { id, act: "pin", holds: "share" }, async (turn) => {
    const { tx, benchmark } = turn;
    const cell = await requireCell(turn, place);
    const attempts = await listAttempts(tx, cell.id);
    const chosen = attempts.find((attempt) => attempt.id === attemptId);
    if (attemptId !== null && !chosen) throw new DomainError("not_found", "this cell has no such attempt");
    if (chosen && chosen.status !== "Succeeded") {
      throw new DomainError("conflict", `attempt ${chosen.n} made no clip: only a success can count`);
    }
    const counted = countedAttempt(benchmark.attemptPolicy, attempts, attemptId);
    const change = { counted_attempt_id: counted?.id ?? null, is_pinned: chosen !== undefined };
    await changeCell(tx, cell.id, change, context.at);
    await tell(turn, cell, cell.status);
    const meta = { ...place, attempt: chosen?.n ?? null };
    return endTurn(turn, { opType: "Pin_attempt", meta, reason, keepsRevision: true });
  });

const requireCell = async ({ tx, task }: Turn, place: CellPlace): Promise<CellRecord> => {
  requireInside(await measureGrid(tx, task.id), place);
  const cell = await lockCell(tx, task.id, place);
  if (!cell) throw new DomainError("conflict", "this cell has no generated clip yet");
  return cell;
};

const tell = ({ tx, task }: Turn, { row, col, sample, attemptCount }: CellRecord, status: CellRecord["status"]) =>
  announceCells(tx, [{ taskId: task.id, row, col, sample, status, progress: null, queuePosition: null, attemptCount }]);
