// Leaderboards: which model is better, by how much and how certain; prompts, metrics, snapshots and files. Serves the
// product's section on leaderboards, for /task-benchmark.
import type { leaderboardsRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { listSnapshotFacts } from "./board/board-snapshot.store.ts";
import { downloadBoard } from "./board/download-board.ts";
import { getBoard } from "./board/get-board.ts";
import { getBoardPrompt } from "./board/get-board-prompt.ts";
import { listBoardPrompts } from "./board/list-board-prompts.ts";
import { compareBoards } from "./compare-boards.ts";
import { getMetrics } from "./get-metrics.ts";
import type { LeaderboardsDeps } from "./leaderboards-deps.ts";
import { requireBoardTask } from "./require-board-task.ts";
import { sharingHandlers } from "./sharing/sharing.routes.ts";

export const leaderboardsHandlers = (deps: LeaderboardsDeps): Handlers<typeof leaderboardsRoutes> => ({
  ...sharingHandlers(deps),
  getBoard: ({ actor, context, params, query }) =>
    context.withRequestSignal((gone) => getBoard(deps, actor, { taskId: params.id, ...query }, gone)),
  listBoardPrompts: ({ actor, context, params, query }) =>
    context.withRequestSignal((gone) => listBoardPrompts(deps, actor, { taskId: params.id, ...query }, gone)),
  getBoardPrompt: ({ actor, context, params }) =>
    context.withRequestSignal((gone) =>
      getBoardPrompt(deps, actor, { taskId: params.id, prompt: params.prompt }, gone),
    ),
  getMetrics: ({ actor, context, params }) =>
    context.withRequestSignal((gone) => getMetrics(deps, actor, params.id, gone)),
  async compareBoards({ actor, context, query }) {
    const compared = await context.withRequestSignal((gone) => compareBoards(deps, actor, query.id, gone));
    return { boards: compared.boards, shared_prompts: compared.sharedPrompts, faults: compared.faults };
  },
  async listSnapshots({ actor, params }) {
    await requireBoardTask(deps.db, actor, params.id);
    const snapshots = await listSnapshotFacts(deps.db, params.id);
    return { items: snapshots.map(({ facts, votes }) => ({ ...facts, votes })) };
  },
  async downloadBoard({ actor, context, params, query, reply }) {
    const file = await context.withRequestSignal((gone) =>
      downloadBoard(deps, actor, { taskId: params.id, ...query }, gone),
    );
    reply.header("content-type", file.contentType);
    reply.header("content-disposition", `attachment; filename="${file.name}"`);
    await reply.send(file.body);
  },
});
