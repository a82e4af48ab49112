import type { Board, leaderboardsRoutes, RouteInput } from "@dailies/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { evaluationsCalls } from "../../lib/api/clients/evaluations.ts";
import { leaderboardsCalls } from "../../lib/api/clients/leaderboards.ts";
import { tasksCalls } from "../../lib/api/clients/tasks.ts";

type Query<K extends keyof typeof leaderboardsRoutes> =
  RouteInput<(typeof leaderboardsRoutes)[K]> extends { query: infer Q } ? Q : never;

type BoardOptions = Query<"getBoard">;
type PromptsQuery = Query<"listBoardPrompts">;

/** Votes come one by one; how many there are is cheap to ask. */
const PROGRESS_MS = 5_000;
/** A board is computed anew for new votes, which is not cheap. */
const BOARD_MS = 30_000;

/** What was finished a moment ago is kept a moment later. */
const pollMsOf = (board: Board | undefined): number | false => {
  if (board?.status === "Benchmarking") return BOARD_MS;
  return board?.snapshot === null ? PROGRESS_MS : false;
};

/** Every screen here shows a failure in its own place. */
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

/** Addresses of clips end after a while; a prompt that is opened anew is read anew. */
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

/** What waits to be set up, is being judged, or has been. */
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
        // Data processing ends as well, and has nothing to judge.
        finished: finished.items.filter(({ kind }) => kind !== "DataProcessing"),
        waiting: waiting.items,
      };
    },
    placeholderData: keepPreviousData,
    meta,
  });
