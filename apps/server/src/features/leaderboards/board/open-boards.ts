import type { Aggregation, Interval } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import { SingleFlight } from "../../../platform/concurrency/single-flight.ts";
import type { Log } from "../../../platform/observability/log.ts";
import type { EvaluationFacts } from "../inputs/evaluation-facts.store.ts";
import { boardOptions } from "./board-options.ts";
import { openBoardTurns } from "./board-turns.ts";
import type { CorrelationQuery, FreshBoards } from "./compute-board.ts";

/** Computes leaderboards off the event loop: one at a time, single flight per task, cancelled when no request waits. */
export interface Boards {
  /** Loads the judgements, computes, and caches the result. Without `gone` it always runs to completion. */
  readonly compute: (taskId: string, aggregation: Aggregation, gone?: AbortSignal) => Promise<FreshBoards>;
  /** With everything needed to reproduce it. */
  readonly computeDocument: (
    taskId: string,
    aggregations: readonly Aggregation[],
    gone?: AbortSignal,
  ) => Promise<FreshBoards>;
  readonly correlate: (
    evaluation: EvaluationFacts,
    about: readonly CorrelationQuery[],
    gone?: AbortSignal,
  ) => Promise<readonly (Interval | null)[]>;
  readonly close: () => Promise<void>;
}

export interface BoardsDeps {
  /** The thread has its own connection: a million judgements would block the event loop. */
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly log: Log;
}

interface Work {
  readonly taskId: string;
  readonly aggregations: readonly Aggregation[];
  readonly isWhole: boolean;
}

export const openBoards = ({ databaseUrl, clock, log }: BoardsDeps): Boards => {
  const turns = openBoardTurns(log, { databaseUrl });
  const flights = new SingleFlight<FreshBoards>();
  const correlations = new SingleFlight<readonly (Interval | null)[]>();

  const work = async (input: Work, signal: AbortSignal): Promise<FreshBoards> => {
    if (signal.aborted) throw new DomainError("unavailable", "the request was cancelled by the client");
    const startedMs = performance.now();
    const fresh = await turns.ask("boards", { ...input, at: clock() }, signal);
    const tookMs = Math.round(performance.now() - startedMs);
    const { votes, readMs } = fresh;
    log.info({ taskId: input.taskId, aggregations: input.aggregations, votes, readMs, tookMs }, "leaderboard computed");
    return fresh;
  };

  /** Log here: the request may have been answered with an older leaderboard and would not report the failure. */
  const noteFailure = (error: unknown, taskId: string): never => {
    if (error instanceof DomainError) log.info({ taskId, err: error }, "leaderboard was not computed");
    else log.error({ taskId, err: error }, "leaderboard could not be computed");
    throw error;
  };

  const share = (input: Work, gone?: AbortSignal): Promise<FreshBoards> => {
    const key = [input.taskId, input.isWhole, ...input.aggregations].join(" ");
    const start = (signal: AbortSignal): Promise<FreshBoards> =>
      turns.inTurn(() => work(input, signal)).catch((error: unknown) => noteFailure(error, input.taskId));
    return flights.join(key, start, gone);
  };

  return {
    compute: (taskId, aggregation, gone) => share({ taskId, aggregations: [aggregation], isWhole: false }, gone),
    computeDocument: (taskId, aggregations, gone) => share({ taskId, aggregations, isWhole: true }, gone),
    correlate: (evaluation, about, gone) => {
      const asked = { about, options: boardOptions(evaluation) };
      const start = (signal: AbortSignal) => turns.inTurn(() => turns.ask("correlations", asked, signal));
      return correlations.join(`${evaluation.taskId} ${evaluation.inputsRevision}`, start, gone);
    },
    close: turns.close,
  };
};
