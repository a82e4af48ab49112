import type { Board, EvaluationDetail } from "@dailies/contract";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import { aBoard, aJudgement, anEvaluation, anOpenPrompt, aPrompt, aTemplate, TASK_ID } from "./a-board.ts";

type Answers = Parameters<typeof fakeApi>[0];

interface World {
  evaluation?: Partial<EvaluationDetail>;
  board?: Partial<Board>;
  answers?: Answers;
  at?: string;
}

const boardAnswers = (board: Board): Answers => ({
  "leaderboards.getBoard": ({ url }: SentCall) => ({
    reply: { ...board, aggregation: url.searchParams.get("aggregation") ?? board.aggregation },
  }),
  "leaderboards.listSnapshots": () => ({
    reply: { items: board.snapshot ? [{ ...board.snapshot, votes: board.method.votes }] : [] },
  }),
  "leaderboards.listBoardPrompts": () => ({ reply: { items: [aPrompt(0), aPrompt(4)], total: 2 } }),
  "leaderboards.getBoardPrompt": ({ url }: SentCall) => ({
    reply: anOpenPrompt(Number(url.pathname.split("/").at(-1))),
  }),
});

interface OpenBoard extends ReturnType<typeof renderConsole> {
  sent: SentCall[];
}

/** Renders the results of one task against a mock server that follows the contract. */
export const openBoard = ({ evaluation, board, answers, at = "" }: World = {}): OpenBoard => {
  const detail = anEvaluation(evaluation);
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ permissions: ["USE_VERSION_1_0"] }) }),
    "evaluations.getEvaluation": () => ({ reply: detail }),
    "benchmarks.getBenchmark": () => ({ refuse: 404, code: "not_found", detail: "there is no such benchmark" }),
    "evaluations.listJudgements": () => ({ reply: { items: [aJudgement(2), aJudgement(1)], total: 2 } }),
    "dimensions.listTemplates": () => ({ reply: { items: [aTemplate()], total: 1 } }),
    ...boardAnswers(aBoard({ status: detail.status, ...board })),
    ...answers,
  });
  return { sent, ...renderConsole(`/task-benchmark?task=${TASK_ID}${at}`) };
};

export const named = (sent: readonly SentCall[], name: string): SentCall[] => sent.filter((call) => call.name === name);
