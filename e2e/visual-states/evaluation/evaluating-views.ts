import { contract } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { answerCall, refuseCall } from "../../fixtures/answers.ts";
import { ownName } from "../../fixtures/call.ts";
import { ensureVotes } from "../../fixtures/judging/judged-task.ts";
import { startJudging } from "../../fixtures/judging/judging.ts";
import type { View } from "../view.ts";

const PROMPTS = [
  "A fox crosses fresh snow at dawn, its breath in the air",
  "A paper boat drifts down a rainy gutter past neon signs",
];
const KEYS = {
  default: "019a0000-0000-7000-8000-0000000e0001",
  ccr: "019a0000-0000-7000-8000-0000000e0002",
  acr: "019a0000-0000-7000-8000-0000000e0003",
  untouched: "019a0000-0000-7000-8000-0000000e0004",
  vbench16: "019a0000-0000-7000-8000-0000000e0005",
} as const;
const NAMES = {
  default: "Night drive, blind",
  ccr: "Motion on seven steps",
  acr: "Clips one by one",
  // Drafts are restored, so a view that must be empty has its own task.
  untouched: "Nobody has chosen yet",
  vbench16: "Sixteen questions a clip",
} as const;

type Judged = keyof typeof KEYS;

/** A benchmark with the page's user among its raters. */
const ensureJudging = async (page: Page, judged: Judged): Promise<string> =>
  startJudging(page, {
    name: NAMES[judged],
    prompts: PROMPTS,
    labels: ["Small", "Larger"],
    judges: 2,
    mode: judged === "acr" || judged === "vbench16" ? "rating" : "pairwise",
    raters: [await ownName(page)],
    key: KEYS[judged],
    starter: judged === "untouched" ? "default" : judged,
  });

const view = (name: string, open: (page: Page) => Promise<void>): View => ({
  name: `evaluating-${name}`,
  viewer: "administrator",
  open,
});

const openJudging = async (page: Page, judged: Judged): Promise<void> => {
  const id = await ensureJudging(page, judged);
  await page.goto(`/#/evaluating?task=${id}`);
  await expect(
    page
      .getByText(PROMPTS[0]?.slice(0, 10) ?? "")
      .or(page.getByText("A paper boat"))
      .first(),
  ).toBeVisible();
  const isReady = (): Promise<boolean> =>
    page.evaluate(() =>
      [...document.querySelectorAll("video")].every(
        (video) => video.closest("[inert]") !== null || video.readyState > 2,
      ),
    );
  await expect.poll(isReady).toBe(true);
};

const seen = (page: Page, words: string | RegExp): Promise<void> => expect(page.getByText(words).first()).toBeVisible();

/** The queue and the judging screen in their main states. */
export const EVALUATING_VIEWS: readonly View[] = [
  view("queue-empty", async (page) => {
    await answerCall(page, contract.evaluations.listMyQueue, { tasks: [] });
    await page.goto("/#/evaluating");
    await seen(page, "Your queue is empty");
  }),
  view("queue", async (page) => {
    await ensureJudging(page, "default");
    await page.goto("/#/evaluating");
    await seen(page, "Night drive, blind");
  }),
  view("on-the-start-page", async (page) => {
    await ensureJudging(page, "default");
    await page.goto("/#/frog-home");
    await expect(page.getByRole("link", { name: /Judge.*Night drive, blind/ })).toBeVisible();
  }),
  view("queue-failed", async (page) => {
    await refuseCall(page, contract.evaluations.listMyQueue, "internal", "the queue could not be counted");
    await page.goto("/#/evaluating");
    await seen(page, "Your queue could not be loaded");
  }),
  view("mine", async (page) => {
    await ensureVotes(page, await ensureJudging(page, "default"), 1);
    await page.goto("/#/evaluating?tab=mine");
    await expect(page.getByRole("grid").getByText(NAMES.default).first()).toBeVisible();
  }),
  view("pair", async (page) => {
    await openJudging(page, "default");
    await page.keyboard.press("1");
  }),
  view("strength", async (page) => {
    await openJudging(page, "ccr");
    await page.keyboard.press("2");
  }),
  view("rating", (page) => openJudging(page, "acr")),
  view("many-questions", async (page) => {
    await openJudging(page, "vbench16");
    await expect(page.getByRole("button", { name: /more questions below$/ })).toBeVisible();
  }),
  view("missing", async (page) => {
    await openJudging(page, "untouched");
    await page.keyboard.press("Control+Enter");
    await seen(page, "Choose an answer.");
  }),
  view("mark", async (page) => {
    await openJudging(page, "default");
    await page.keyboard.press("m");
    await expect(page.getByRole("dialog", { name: /^Mark a defect at/ })).toBeVisible();
  }),
  view("skip", async (page) => {
    await openJudging(page, "default");
    await page.keyboard.press("s");
    await expect(page.getByRole("dialog", { name: "Skip this item?" })).toBeVisible();
  }),
  view("closed", async (page) => {
    await refuseCall(page, contract.evaluations.claimItems, "not_found", "you were not asked to judge this task");
    await page.goto(`/#/evaluating?task=${KEYS.default}`);
    await seen(page, "Nothing to judge");
  }),
];
