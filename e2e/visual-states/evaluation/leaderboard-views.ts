import { contract } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { answerCall, changeReply, refuseCall } from "../../fixtures/answers.ts";
import { callFrom, ownName, readFrom } from "../../fixtures/call.ts";
import { ensureMade, ensureStarted, ensureTemplate, evaluationOf } from "../../fixtures/judging/judged-task.ts";
import { judgeName, voteAsJudge } from "../../fixtures/judging/votes.ts";
import type { View } from "../view.ts";

const KEYS = {
  judging: "019a0000-0000-7000-8000-0000000f0001",
  finished: "019a0000-0000-7000-8000-0000000f0002",
  planned: "019a0000-0000-7000-8000-0000000f0003",
  blinded: "019a0000-0000-7000-8000-0000000f0004",
} as const;

const VOTES_OF_FIVE_PROMPTS = 15;
const VOTES_SO_FAR = 6;

/** Never judged, so a few clips are enough. */
const ensurePlanned = async (page: Page): Promise<string> => {
  await ensureTemplate(page);
  return ensureMade(page, "Hands and faces", KEYS.planned, 2);
};

const ensureJudging = async (page: Page): Promise<string> => {
  const id = await ensureMade(page, "Camera moves, checkpoint 42", KEYS.judging);
  await ensureStarted(page, id, [await judgeName()]);
  await voteAsJudge(id, VOTES_SO_FAR - (await evaluationOf(page, id)).progress.votes_done);
  return id;
};

/** Judged by its own owner, from whom the results are hidden. */
const ensureBlinded = async (page: Page): Promise<string> => {
  const id = await ensureMade(page, "Judged by its owner", KEYS.blinded, 2);
  await ensureStarted(page, id, [await ownName(page), await judgeName()]);
  return id;
};

const ensureFinished = async (page: Page): Promise<string> => {
  const id = await ensureMade(page, "Night drive, checkpoint 42", KEYS.finished);
  await ensureStarted(page, id, [await judgeName()]);
  const { status, progress } = await evaluationOf(page, id);
  if (status === "Benchmarking") {
    await voteAsJudge(id, VOTES_OF_FIVE_PROMPTS - 1 - progress.votes_done);
    await callFrom(page, `/evaluating/close/${id}`, { reason: "the last pair could not be played" });
  }
  const kept = async (): Promise<number> =>
    (await readFrom<{ items: unknown[] }>(page, `/leaderboard/${id}/snapshots`)).items.length;
  await expect.poll(kept, { timeout: 60_000, message: "the board is kept" }).toBeGreaterThan(0);
  return id;
};

type Ensure = (page: Page) => Promise<string>;

const view = (name: string, ensure: Ensure, open: (page: Page, id: string) => Promise<void>): View => ({
  name: `leaderboard-${name}`,
  viewer: "administrator",
  open: async (page) => open(page, await ensure(page)),
});

const openTask = async (page: Page, id: string, more = ""): Promise<void> => {
  await page.goto(`/#/task-benchmark?task=${id}${more}`);
};

const seen = (page: Page, words: string | RegExp): Promise<void> => expect(page.getByText(words).first()).toBeVisible();

const boardShown = (page: Page): Promise<void> =>
  expect(page.getByRole("table", { name: /^Leaderboard:/ })).toBeVisible();

interface BoardReply {
  axes: { entries: { rank: number | null; score: unknown; delta: unknown }[]; groups: number[][] }[];
  total: unknown;
  warnings: { kind: string; message: string }[];
}

/** The server's reply for a column without comparisons to the others, which would take hundreds of clips to create. */
const disconnect = (board: BoardReply): BoardReply => {
  for (const axis of board.axes) {
    axis.groups = [[0, 1], [2]];
    Object.assign(axis.entries[2] ?? {}, { rank: null, score: null, delta: null });
  }
  board.total = null;
  board.warnings = [
    {
      kind: "not_connected",
      message: "Overall: 2 groups were never compared with each other, so no rank holds between them",
    },
    ...board.warnings,
  ];
  return board;
};

const { getBoard } = contract.leaderboards;

/** The results of a task in their main states. */
export const LEADERBOARD_VIEWS: readonly View[] = [
  view("choose", ensureFinished, async (page) => {
    await page.goto("/#/task-benchmark");
    await seen(page, "Night drive, checkpoint 42");
  }),
  view("empty", ensureFinished, async (page) => {
    await answerCall(page, contract.tasks.listTasks, { items: [], total: 0 });
    await page.goto("/#/task-benchmark");
    await seen(page, "No results yet");
  }),
  view("plan", ensurePlanned, async (page, id) => {
    await openTask(page, id);
    await expect(page.getByRole("combobox", { name: "Dimension set" })).toBeVisible();
  }),
  view("interim", ensureJudging, async (page, id) => {
    await openTask(page, id);
    await seen(page, "Interim results:");
    await boardShown(page);
  }),
  view("judging", ensureJudging, async (page, id) => {
    await openTask(page, id, "&tab=judging");
    await expect(page.getByRole("grid", { name: "Judgements" })).toBeVisible();
  }),
  view("void", ensureJudging, async (page, id) => {
    await openTask(page, id, "&tab=judging");
    await page
      .getByRole("button", { name: /^Void judgement/ })
      .first()
      .click();
    await expect(page.getByRole("dialog").getByLabel("Reason")).toBeVisible();
  }),
  view("blinded", ensureBlinded, async (page, id) => {
    await openTask(page, id);
    await seen(page, "Hidden while you judge");
  }),
  view("not-yet", ensureJudging, async (page, id) => {
    await refuseCall(page, getBoard, "not_allowed", "the leaderboard is available when judging is finished");
    await openTask(page, id);
    await seen(page, "The leaderboard is available when judging is finished");
  }),
  view("share", ensureFinished, async (page, id) => {
    await callFrom(page, `/leaderboard/${id}/share`, { usernames: [await judgeName()] });
    await openTask(page, id);
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
  }),
  view("shared", ensureFinished, async (page, id) => {
    // The owner cannot share it with themselves, and what other people see of it is the same reply.
    await answerCall(page, contract.leaderboards.getSharedBoard, await readFrom<object>(page, `/leaderboard/${id}`));
    await page.goto(`/#/shared-board?task=${id}`);
    await boardShown(page);
  }),
  view("finished", ensureFinished, async (page, id) => {
    await openTask(page, id);
    await boardShown(page);
    await seen(page, "Snapshots");
  }),
  view("finished-below", ensureFinished, async (page, id) => {
    await openTask(page, id);
    await boardShown(page);
    await page.getByText("Method, hashes and seed").click();
    await page.getByText("Snapshots").scrollIntoViewIfNeeded();
  }),
  view("not-connected", ensureFinished, async (page, id) => {
    await changeReply(page, getBoard, disconnect);
    await openTask(page, id);
    await seen(page, "The comparison graph is not connected:");
  }),
  view("prompts", ensureFinished, async (page, id) => {
    await openTask(page, id, "&tab=prompts");
    await expect(page.getByRole("grid", { name: "Prompts" }).getByText("A fox crosses")).toBeVisible();
  }),
  view("prompt", ensureFinished, async (page, id) => {
    await openTask(page, id, "&tab=prompts&prompt=0");
    await expect(page.getByRole("dialog").locator("video")).toHaveCount(2);
    await expect(page.getByRole("table", { name: "Judgements by pair" })).toBeVisible();
  }),
  view("metrics", ensureFinished, async (page, id) => {
    await openTask(page, id, "&tab=metrics");
    await expect(page.locator("canvas").first()).toBeVisible();
  }),
  view("compare", ensureFinished, async (page, id) => {
    const other = await ensurePlanned(page);
    const board = await readFrom<object>(page, `/leaderboard/${id}`);
    const boards = [board, { ...board, task_id: other, name: "Hands and faces" }];
    const faults = ["only 3 of up to 5 prompts are shared"];
    await answerCall(page, contract.leaderboards.compareBoards, { boards, shared_prompts: 3, faults });
    await page.goto(`/#/task-benchmark?compare=${id},${other}`);
    await seen(page, "only 3 of up to 5 prompts are shared");
  }),
  view("failed", ensureFinished, async (page, id) => {
    await refuseCall(page, getBoard, "internal", "the board could not be computed in time");
    await openTask(page, id);
    await seen(page, "The leaderboard could not be computed");
  }),
];
