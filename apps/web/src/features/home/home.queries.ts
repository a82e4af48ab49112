import { queryOptions } from "@tanstack/react-query";
import { creditsCalls } from "../../lib/api/clients/credits.ts";
import { evaluationsCalls } from "../../lib/api/clients/evaluations.ts";
import { labelTaskCalls } from "../../lib/api/clients/labelling/label-tasks.ts";
import { leaderboardsCalls } from "../../lib/api/clients/leaderboards.ts";
import { tasksCalls } from "../../lib/api/clients/tasks.ts";

/** The page stays open for hours, and other people add to the queue. */
const REFRESH_MS = 15_000;
/** The server's largest page; whoever owns more generating tasks finds the rest in the list of tasks. */
const MAX_TASKS = 50;
const MAX_REQUESTS = 50;

/** The panels show their errors inline. */
const shared = { refetchInterval: REFRESH_MS, meta: { silent: true } };

export const judgingQuery = queryOptions({
  ...shared,
  queryKey: ["home", "judging"],
  queryFn: async (context) => (await evaluationsCalls.listMyQueue({ query: {} }, context)).tasks,
});

export const labellingQuery = queryOptions({
  ...shared,
  queryKey: ["home", "labelling"],
  queryFn: async (context) => {
    const query = { tab: "mine", status: "Open", limit: MAX_TASKS, offset: 0 } as const;
    return (await labelTaskCalls.listLabelTasks({ query }, context)).items;
  },
});

export const generatingQuery = queryOptions({
  ...shared,
  queryKey: ["home", "generating"],
  queryFn: async (context) => {
    const query = { is_mine: "true", status: "Generating", page: 1, page_size: MAX_TASKS } as const;
    return (await tasksCalls.listTasks({ query }, context)).items;
  },
});

export const sharedBoardsQuery = queryOptions({
  ...shared,
  queryKey: ["home", "shared"],
  queryFn: async (context) => (await leaderboardsCalls.listSharedBoards({}, context)).items,
});

export const grantsQuery = queryOptions({
  ...shared,
  queryKey: ["home", "grants"],
  queryFn: async (context) => {
    const query = { status: "pending", limit: MAX_REQUESTS, offset: 0 } as const;
    return (await creditsCalls.listGrantRequests({ query }, context)).items;
  },
});
