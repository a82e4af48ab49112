import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { dialog, tile } from "../../fixtures/benchmarks/grid.ts";
import { MADE_MS, MAKER_PERMISSIONS, unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { ensureMade, ensureTemplate, evaluationOf, expectPrepared } from "../../fixtures/judging/judged-task.ts";
import { vote, voterOf } from "../../fixtures/judging/votes.ts";
import { leavePage } from "../../fixtures/leave-page.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial", timeout: 400_000 });

const run = promisify(execFile);
const COMPUTED_MS = 60_000;
/** Five prompts, three pairs of columns, two raters. */
const VOTES = 30;

let owner: Person;
let lea: Person;
let tom: Person;
let reader: Person;
let taskId = "";
const name = unique("Night drive");

test.beforeAll(async ({ people }) => {
  owner = await people.add({ realname: "Olga Owner", permissions: MAKER_PERMISSIONS });
  lea = await people.add({ realname: "Lea Looks" });
  tom = await people.add({ realname: "Tom Too" });
  reader = await people.add({ realname: "Rita Reader", permissions: ["USE_VERSION_1_0"] });
});

const openResults = async (page: Page, more = ""): Promise<void> => {
  // Another test may have opened it in this tab before.
  await leavePage(page);
  await page.goto(`/#/task-benchmark?task=${taskId}${more}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
};

const board = (page: Page) => page.getByRole("table", { name: /^Leaderboard:/ });
const sayWhy = async (page: Page, title: string | RegExp, why: string, action: string): Promise<void> => {
  const box = dialog(page, title);
  await box.getByLabel("Reason").fill(why);
  await box.getByRole("button", { name: action }).click();
  await expect(box).toBeHidden();
};

test("the grid leads to the plan, and the plan starts the judging", async ({ page, enterAs }) => {
  await enterAs(owner);
  await page.goto("/#/task-generate");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  taskId = await ensureMade(page, name, "019a0000-0000-7000-8000-0000000f0001");
  await ensureTemplate(page);
  await page.goto(`/#/task-generate?task=${taskId}`);
  await page.getByRole("link", { name: "Start evaluation" }).click();
  await page.getByRole("combobox", { name: "Dimension set" }).click();
  await page
    .getByTitle(/^Overall, motion, instruction, picture/)
    .last()
    .click();
  await page.getByRole("spinbutton", { name: "Judges per item" }).fill("2");
  // Raters get random repeats after some items; a repeat is an answer but not a new judgement.
  await page.getByRole("combobox", { name: "Repeat rate" }).click();
  await page
    .getByTitle(/^0\s?%$/)
    .last()
    .click();
  await expect(page.getByText("At most 30 judgements")).toBeVisible();
  await page.getByRole("button", { name: "Start judging…" }).click();
  await dialog(page, `Start judging ${name}?`).getByRole("button", { name: "Start judging" }).click();
  await expect(page.getByRole("link", { name: "Leaderboard" })).toBeVisible();
  await expectPrepared(page, taskId);
});

test("the owner finds raters by search or pastes a list, and a name that nobody has invites nobody", async ({
  page,
  enterAs,
}) => {
  await enterAs(owner);
  await openResults(page, "&tab=judging");
  const names = page.getByRole("combobox", { name: "Invite" });
  const invite = page.getByRole("button", { name: "Invite judges" });
  await names.fill("nobody-of-that-name");
  await expect(page.getByText("No person matches").last()).toBeVisible();
  await expect(invite).toBeDisabled();
  await names.fill(lea.username);
  await page.getByRole("option", { name: lea.username }).or(page.getByTitle(lea.username)).last().click();
  await names.fill(`${tom.username}, nobody-of-that-name`);
  await expect(names).toHaveValue("nobody-of-that-name");
  await invite.click();
  // The heading row and the two raters: the owner knows the models and is not asked.
  await expect(page.getByRole("table", { name: "Judges" }).getByRole("row")).toHaveCount(3);
});

test("the judgements make a board with intervals and what is missing, for its owner alone", async ({
  page,
  people,
  enterAs,
  faults,
}) => {
  // One rater judges everything, the other half of it, so that some items are left.
  const said = async (person: Person, most: number): Promise<number> =>
    vote(await voterOf(people, person, taskId), most, (at) => (at % 3 === 0 ? "tie" : "A"));
  expect(await said(lea, VOTES / 2)).toBe(VOTES / 2);
  expect(await said(tom, 8)).toBe(8);
  await enterAs(owner);
  await openResults(page, "&axis=choice");
  await expect(page.getByText("Interim results:")).toBeVisible({ timeout: COMPUTED_MS });
  await expect(board(page).getByRole("row")).toHaveCount(4);
  await expect(
    board(page)
      .getByText(/± \d|\([-−\d]/)
      .first(),
  ).toBeVisible();
  await expect(page.getByRole("table", { name: "Probability that the row beats the column" })).toBeVisible();
  await page.context().clearCookies();
  await enterAs(reader);
  faults.allow(/status of 403/);
  await openResults(page);
  await expect(page.getByText("The leaderboard is available when judging is finished")).toBeVisible();
});

test("one judgement is voided with a reason and leaves the count", async ({ page, enterAs }) => {
  await enterAs(owner);
  await openResults(page, "&tab=judging");
  await expect(page.getByText(`23 of ${VOTES} judgements`)).toBeVisible();
  await page
    .getByRole("button", { name: /^Void judgement/ })
    .first()
    .click();
  await sayWhy(page, /^Void judgement/, "the sound was on", "Void judgement");
  await expect(page.getByText("Voided", { exact: true })).toBeVisible();
  await expect(page.getByText(`22 of ${VOTES} judgements`)).toBeVisible();
});

test("a clip that is made anew takes its votes along, and its questions come back", async ({
  page,
  people,
  enterAs,
}) => {
  await enterAs(owner);
  await page.goto(`/#/task-generate?task=${taskId}`);
  await tile(page, 0, 0).click();
  await page.keyboard.press("r");
  const form = dialog(page, /^Regenerate row 1/);
  await form.getByRole("checkbox", { name: /judgements of this cell will no longer count/ }).check();
  await form.getByRole("textbox", { name: "Reason" }).fill("the fox has five legs");
  await form.getByRole("button", { name: "Regenerate cell" }).click();
  await expect(form).toBeHidden();
  const readVotes = async (): Promise<number> => (await evaluationOf(page, taskId)).progress.votes_done;
  // The rater who judged everything saw the clip in two pairs.
  await expect.poll(readVotes).toBeLessThanOrEqual(20);
  const left = await readVotes();
  const again = await voterOf(people, lea, taskId);
  let said = 0;
  // Once the new clip is generated and prepared.
  const sayMore = async (): Promise<number> => {
    said += await vote(again, VOTES, () => "A");
    return said;
  };
  await expect.poll(sayMore, { timeout: MADE_MS }).toBeGreaterThanOrEqual(2);
  await expect.poll(readVotes).toBe(left + said);
});

test("a prompt opens with its clips, judgements and measurements", async ({ page, enterAs }) => {
  await enterAs(owner);
  await openResults(page, "&tab=prompts");
  await page.getByRole("radiogroup", { name: "Sort by" }).getByText("Row").click();
  await page.getByRole("grid", { name: "Prompts" }).getByText("A fox crosses").click();
  const detail = dialog(page, "Row 1");
  await expect(detail.locator("video")).toHaveCount(2);
  await expect(detail.getByRole("table", { name: "Judgements by pair" })).toBeVisible();
  await expect(detail.getByRole("table", { name: "Measurements" })).toBeVisible();
});

test("closed with a reason it is kept, opens to others, and is downloaded whole", async ({ page, enterAs }) => {
  await enterAs(owner);
  await openResults(page, "&tab=judging");
  await page.getByRole("button", { name: "Close judging…" }).click();
  await sayWhy(page, /^Close judging/, "enough is known", "Close judging");
  await page.context().clearCookies();
  await enterAs(reader);
  await openResults(page);
  await expect(board(page)).toBeVisible({ timeout: COMPUTED_MS });
  await expect(page.getByText("Shown", { exact: true })).toBeVisible({ timeout: COMPUTED_MS });
  await expect(page.getByText("enough is known").first()).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download JSON" }).click();
  const file = await (await download).path();
  expect(await readFile(file, "utf8")).toContain("Checkpoint 41");
  // Recomputed from the exported file alone, by the public command.
  const again = await run(process.execPath, ["../../../apps/server/src/bin/recompute-board.ts", file], {
    cwd: import.meta.dirname,
  });
  expect(again.stdout).toMatch(/the same$/m);
  await page.getByText("Average", { exact: true }).click();
  await expect(page).toHaveURL(/aggregation=Average/);
  await expect(board(page)).toBeVisible();
});

test("reopened with a reason, the board that was kept stays", async ({ page, enterAs }) => {
  await enterAs(owner);
  await openResults(page, "&tab=judging");
  await page.getByRole("button", { name: "Reopen judging…" }).click();
  await sayWhy(page, /^Reopen judging/, "two are too close", "Reopen judging");
  await page.getByRole("link", { name: "Leaderboard" }).click();
  await expect(page.getByText("Interim results:")).toBeVisible({ timeout: COMPUTED_MS });
  await expect(page.getByText("enough is known").first()).toBeVisible();
});
