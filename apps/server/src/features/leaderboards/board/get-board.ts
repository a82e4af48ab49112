import { setTimeout as sleep } from "node:timers/promises";
import type { Aggregation, Board } from "@dailies/contract";
import { STATISTICS_VERSION } from "@dailies/statistics/board/board-result";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { requireAnyTask, type TaskRecord } from "../../tasks/index.ts";
import type { LeaderboardsDeps } from "../leaderboards-deps.ts";
import { type BoardTask, requireBoardTask } from "../require-board-task.ts";
import { findCachedBoard } from "./board-cache.store.ts";
import { findSnapshot, findSnapshotOf, type SnapshotFacts } from "./board-snapshot.store.ts";
import { stillJudging } from "./board-warnings.rules.ts";
import type { FreshBoards } from "./compute-board.ts";
import type { ComputedPart } from "./describe-board.ts";

/** How long to wait for a newer leaderboard when a cached one is available. */
const PATIENCE_MS = 1_500;

export interface BoardRequest {
  readonly taskId: string;
  readonly aggregation?: Aggregation | undefined;
  readonly snapshot?: string | undefined;
}

const complete = (
  { name, status }: TaskRecord,
  board: ComputedPart,
  snapshot: SnapshotFacts | undefined,
  more: Board["warnings"] = [],
): Board => ({ ...board, name, status, warnings: [...more, ...board.warnings], snapshot: snapshot?.facts ?? null });

export const noSuchSnapshot = (): DomainError =>
  new DomainError("not_found", "this task has no such leaderboard snapshot");

const isOfToday = ({ method }: ComputedPart): boolean => method.statistics_version === STATISTICS_VERSION;

/** Undefined when not ready in time or the queue is full. The computation continues, for the next request. */
const withDeadline = async (fresh: Promise<FreshBoards>): Promise<FreshBoards | undefined> => {
  const patience = new AbortController();
  const tooLong = sleep(PATIENCE_MS, undefined, { signal: patience.signal, ref: false }).catch(() => undefined);
  const unlessBusy = fresh.catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "unavailable") return undefined;
    throw error;
  });
  // Avoids an unhandled rejection after the timeout; the failure is logged where it is computed.
  unlessBusy.catch(() => undefined);
  try {
    return await Promise.race([unlessBusy, tooLong]);
  } finally {
    patience.abort();
  }
};

const computedBoard = ({ boards }: FreshBoards, aggregation: Aggregation): ComputedPart => {
  const kept = boards[aggregation];
  if (!kept) throw new Error(`no board came for ${aggregation}`);
  return kept.board;
};

interface Current {
  readonly board: ComputedPart;
  /** There are newer judgements, and their leaderboard is being computed. */
  readonly isOlder: boolean;
}

/** The newest leaderboard: cached, or computed now. */
export const readCurrentBoard = async (
  { db, boards }: LeaderboardsDeps,
  { task, evaluation }: BoardTask,
  aggregation: Aggregation,
  gone?: AbortSignal,
): Promise<Current> => {
  const { taskId, inputsRevision } = evaluation;
  const cached = await findCachedBoard(db, taskId, aggregation);
  const isUsable = cached && isOfToday(cached.kept);
  if (isUsable && cached.inputsRevision >= inputsRevision) return { board: cached.kept, isOlder: false };
  // Only during judging may it lag behind: a finished task shows exact figures.
  if (isUsable && task.status !== "Finished") {
    const fresh = await withDeadline(boards.compute(taskId, aggregation));
    return fresh ? { board: computedBoard(fresh, aggregation), isOlder: false } : { board: cached.kept, isOlder: true };
  }
  let fresh = await boards.compute(taskId, aggregation, gone);
  // It may have joined a computation that started before the last judgement.
  if (fresh.inputsRevision < inputsRevision) fresh = await boards.compute(taskId, aggregation, gone);
  return { board: computedBoard(fresh, aggregation), isOlder: false };
};

export const getBoard = async (
  deps: LeaderboardsDeps,
  actor: Actor,
  input: BoardRequest,
  gone?: AbortSignal,
): Promise<Board> => {
  const found = await requireBoardTask(deps.db, actor, input.taskId);
  const { task, evaluation } = found;
  const aggregation = input.aggregation ?? evaluation.aggregation;
  if (input.snapshot !== undefined) {
    const snapshot = await findSnapshot(deps.db, task.id, { id: input.snapshot, aggregation });
    if (!snapshot) throw noSuchSnapshot();
    return complete(task, snapshot.board, snapshot);
  }
  const { board, isOlder } = await readCurrentBoard(deps, found, aggregation, gone);
  const isJudged = task.status !== "Finished";
  const more = isJudged ? [stillJudging(evaluation, isOlder ? board.method.computed_at : undefined)] : [];
  return complete(task, board, await findSnapshotOf(deps.db, board), more);
};

/** The cached leaderboard of a task, without computing anything; `computed_at` says how old it is. */
export const findKeptBoard = async (db: Db, taskId: string, aggregation: Aggregation): Promise<Board | undefined> => {
  const cached = await findCachedBoard(db, taskId, aggregation);
  return cached && complete(await requireAnyTask(db, taskId), cached.kept, await findSnapshotOf(db, cached.kept));
};
