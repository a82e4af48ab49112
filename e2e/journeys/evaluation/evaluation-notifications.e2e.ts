import type { Page } from "@playwright/test";
import { currentRun } from "../../environment.ts";
import { dialog } from "../../fixtures/benchmarks/grid.ts";
import { MAKER_PERMISSIONS, unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { callFrom } from "../../fixtures/call.ts";
import { ensureMade, ensureStarted, expectFinished } from "../../fixtures/judging/judged-task.ts";
import { mailsTo } from "../../fixtures/people/mails.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial", timeout: 400_000 });

const ARRIVES_MS = 30_000;
const name = unique("Harbour at dusk");
let owner: Person;
let rater: Person;
let guest: Person;
let taskId = "";

test.beforeAll(async ({ people }) => {
  owner = await people.add({ realname: "Olga Owner", permissions: MAKER_PERMISSIONS });
  rater = await people.add({ realname: "Rita Rater", role: "labeller" });
  guest = await people.add({ realname: "Gus Guest", role: "partner" });
});

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });

test("somebody who is asked to judge hears the bell, gets a mail, and starts from the list", async ({
  page,
  browser,
  enterAs,
  people,
}) => {
  await enterAs(owner);
  await page.goto("/#/task-generate");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  taskId = await ensureMade(page, name, "019a0000-0000-7000-8000-0000000f0071", 1);

  const other = await browser.newContext();
  const url = currentRun().origin.replace("http:", "https:");
  await other.addCookies([{ ...(await people.cookieOf(rater)), url, httpOnly: true, sameSite: "Lax" }]);
  const theirs = await other.newPage();
  await theirs.goto(`${currentRun().origin}/#/frog-home`);
  await expect(bell(theirs)).toHaveAccessibleName("Notifications");

  await ensureStarted(page, taskId, [rater.username]);
  await expect(bell(theirs)).toHaveAccessibleName("Notifications, 1 unread", { timeout: ARRIVES_MS });
  const mails = async () => (await mailsTo(currentRun().mailApiUrl, rater.email)).map(({ text }) => text ?? "");
  await expect.poll(mails, { timeout: ARRIVES_MS }).toEqual([expect.stringContaining(`/#/evaluating?task=${taskId}`)]);

  await bell(theirs).press("Enter");
  const list = theirs.getByRole("dialog", { name: "Notifications" });
  await expect(list.getByText("You are asked to judge its clips")).toBeVisible();
  await list.getByRole("button", { name: "Mark all as read" }).click();
  await expect(list.getByText("Nothing unread")).toBeVisible();
  await list.getByRole("link", { name: new RegExp(name) }).click();
  await expect(theirs).toHaveURL(new RegExp(`/evaluating\\?task=${taskId}`));
  await other.close();
});

test("the owner of a benchmark is told that it was generated", async ({ page, enterAs }) => {
  await enterAs(owner);
  await page.goto("/#/task-manage");
  await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread", { timeout: ARRIVES_MS });
  await bell(page).click();
  const list = page.getByRole("dialog", { name: "Notifications" });
  await expect(list.getByRole("link", { name: new RegExp(`${name}.*3 clips are ready`) })).toBeVisible();
});

test("an external person opens a shared leaderboard from home, until the owner removes them", async ({
  page,
  browser,
  enterAs,
  people,
}) => {
  await enterAs(owner);
  await page.goto(`/#/task-benchmark?task=${taskId}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await callFrom(page, `/evaluating/close/${taskId}`, { reason: "enough" });
  await expectFinished(page, taskId);
  await page.getByRole("button", { name: "Share" }).click();
  const box = dialog(page, `Share the leaderboard of ${name}`);
  await box.getByRole("combobox", { name: "People" }).fill(guest.username);
  await page.getByRole("option", { name: guest.username }).or(page.getByTitle(guest.username)).last().click();
  await box.getByRole("button", { name: "Share" }).click();
  await expect(box.getByText("Gus Guest")).toBeVisible();

  const other = await browser.newContext();
  const url = currentRun().origin.replace("http:", "https:");
  await other.addCookies([{ ...(await people.cookieOf(guest)), url, httpOnly: true, sameSite: "Lax" }]);
  const theirs = await other.newPage();
  await theirs.goto(`${currentRun().origin}/#/frog-home`);
  await theirs
    .getByRole("region", { name: "Shared with you" })
    .getByRole("link", { name: new RegExp(name) })
    .click();
  await expect(theirs.getByRole("heading", { level: 1, name })).toBeVisible();

  await box.getByRole("button", { name: `Remove ${guest.username}` }).click();
  await expect(box.getByText("The leaderboard is not shared with anybody.")).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByText("Leaderboard not found")).toBeVisible();
  await other.close();
});
