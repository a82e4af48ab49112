import type { Board, leaderboardsRoutes, RouteInput } from "@dailies/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { evaluationsCalls } from "../../lib/api/clients/evaluations.ts";
import { leaderboardsCalls } from "../../lib/api/clients/leaderboards.ts";
import { tasksCalls } from "../../lib/api/clients/tasks.ts";

type Query<K extends keyof typeof leaderboardsRoutes> =
  RouteInput<(typeof leaderboardsRoutes)[K]> extends { query: infer Q } ? Q : never;

type BoardOptions = Query<"getBoard">;
type PromptsQuery = Query<"listBoardPrompts">;

/** Judgements arrive one by one; polling their count is cheap. */
const PROGRESS_MS = 5_000;
/** New judgements recompute the leaderboard, which is expensive. */
const BOARD_MS = 30_000;

/** The snapshot of a finished task is written shortly after it finishes, so keep polling until then. */
const pollMsOf = (board: Board | undefined): number | false => {
  if (board?.status === "Benchmarking") return BOARD_MS;
  return board?.snapshot === null ? PROGRESS_MS : false;
};

/** Every screen here shows its errors inline. */
const meta = { silent: true };

export const evaluationQuery = (id: string) =>
  queryOptions({
    queryKey: ["leaderboards", id, "evaluation"],
    queryFn: (context) => evaluationsCalls.getEvaluation({ params: { id } }, context),
    refetchInterval: ({ state }) => (state.data?.status === "Benchmarking" ? PROGRESS_MS : false),
    meta,
  });

export const boardQuery = (id: string, options: BoardOptions) =>
  queryOptions({
    queryKey: ["leaderboards", id, "board", options],
    queryFn: (context) => leaderboardsCalls.getBoard({ params: { id }, query: options }, context),
    refetchInterval: ({ state }) => (state.error ? false : pollMsOf(state.data)),
    placeholderData: keepPreviousData,
    meta,
  });

export const promptsQuery = (id: string, query: PromptsQuery) =>
  queryOptions({
    queryKey: ["leaderboards", id, "prompts", query],
    queryFn: (context) => leaderboardsCalls.listBoardPrompts({ params: { id }, query }, context),
    placeholderData: keepPreviousData,
    meta,
  });

/** Signed URLs of clips expire, so a reopened prompt is refetched. */
export const promptQuery = (id: string, prompt: number) =>
  queryOptions({
    queryKey: ["leaderboards", id, "prompt", prompt],
    queryFn: (context) => leaderboardsCalls.getBoardPrompt({ params: { id, prompt } }, context),
    staleTime: 60_000,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta,
  });

export const metricsQuery = (id: string) =>
  queryOptions({
    queryKey: ["leaderboards", id, "metrics"],
    queryFn: (context) => leaderboardsCalls.getMetrics({ params: { id } }, context),
    meta,
  });

export const snapshotsQuery = (id: string) =>
  queryOptions({
    queryKey: ["leaderboards", id, "snapshots"],
    queryFn: (context) => leaderboardsCalls.listSnapshots({ params: { id } }, context),
    refetchInterval: ({ state }) => (state.data?.items.length === 0 ? PROGRESS_MS : false),
    meta,
  });

export const compareQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ["leaderboards", "compare", ids],
    queryFn: (context) => leaderboardsCalls.compareBoards({ query: { id: [...ids] } }, context),
    meta,
  });

const CHOICES = 30;

/** Tasks to set up, being judged, and finished. */
export const choicesQuery = (words: string) =>
  queryOptions({
    queryKey: ["leaderboards", "choices", words],
    queryFn: async (context) => {
      const shared = { page: 1, page_size: CHOICES, ...(words && { q: words }) };
      const [judged, finished, waiting] = await Promise.all([
        tasksCalls.listTasks({ query: { ...shared, status: "Benchmarking" } }, context),
        tasksCalls.listTasks({ query: { ...shared, status: "Finished" } }, context),
        tasksCalls.listTasks({ query: { ...shared, status: "Init", kind: "Evaluation" } }, context),
      ]);
      return {
        hasMore: [judged, finished, waiting].some(({ total }) => total > CHOICES),
        judged: judged.items,
        // Data processing tasks finish too, but have nothing to judge.
        finished: finished.items.filter(({ kind }) => kind !== "DataProcessing"),
        waiting: waiting.items,
      };
    },
    placeholderData: keepPreviousData,
    meta,
  });
