import type { DatasetView } from "@dailies/contract";
import type { Page } from "@playwright/test";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
import { clipReady, ensureLabelTask, ensureLabelView, labelThrough } from "../../fixtures/labelling/labelling.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial", timeout: 2 * INDEX_MS });

let owner: Person;
let reviewer: Person;
let outside: Person;
let view: DatasetView;

test.beforeAll(async ({ people }) => {
  owner = await people.add({ realname: "Olga Owner", permissions: ["ADMIN_MANAGE_R"] });
  reviewer = await people.add({ realname: "Rea Reviewer", permissions: ["ADMIN_MANAGE_R"] });
  outside = await people.add({ realname: "Lea Labeller", role: "labeller" });
});

/** As the person who entered last: only a reload forgets who was here before. */
const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(`/#/${address}`);
  await page.reload();
};

test("a rejected label returns to its author with the comment, is labelled again, and is accepted", async ({
  page,
  enterAs,
}) => {
  await enterAs(owner);
  view = await ensureLabelView(page, unique("Clips to review"), 2);
  const name = unique("Reviewed");
  const people = [outside.username];
  const { id } = await ensureLabelTask(page, { name, view, starter: "keep_or_drop", people, reviewShare: 100 });
  await enterAs(outside);
  await labelThrough(page, id, [{ decision: "keep" }]);

  await enterAs(reviewer);
  await open(page, "label/task/list?tab=review");
  await page.getByRole("link", { name: `Review ${name}` }).click();
  await expect(page.getByRole("region", { name: `Label of ${outside.username}` })).toBeVisible();
  await clipReady(page);
  await page.keyboard.press("r");
  await page.getByRole("textbox", { name: "What is wrong?" }).fill("There is a watermark.");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Everything is reviewed")).toBeVisible();

  await enterAs(outside);
  await open(page, "frog-home");
  // The person was asked to label before.
  await page.getByRole("button", { name: /^Notifications, 2 unread/ }).click();
  // Home has a link to the task, too.
  const notifications = page.getByRole("dialog", { name: "Notifications" });
  await notifications
    .getByRole("link", { name: new RegExp(name) })
    .first()
    .click();
  await expect(notifications).toHaveCount(0);
  await expect(page.getByText("There is a watermark.")).toBeVisible();
  await expect(page.getByRole("radio", { name: "keep" })).toBeChecked();
  expect(await page.content()).not.toContain(reviewer.username);
  await page.getByText("drop", { exact: true }).click();
  await page.getByText("watermark", { exact: true }).click();
  await page.getByRole("button", { name: /^Submit label/ }).click();
  await expect(page.getByText("There is a watermark.")).toHaveCount(0);

  await enterAs(reviewer);
  await open(page, `label/task/${id}?mode=review`);
  await expect(page.getByText("Rejected before:")).toBeVisible();
  await clipReady(page);
  await page.keyboard.press("a");
  await expect(page.getByText("Everything is reviewed")).toBeVisible();
});

test("an adjudicator gets the items whose labels differ, and decides which answer counts", async ({
  page,
  enterAs,
}) => {
  await enterAs(owner);
  const name = unique("Disputed");
  const people = [outside.username];
  const { id } = await ensureLabelTask(page, { name, view, starter: "keep_or_drop", people, overlap: 2 });
  await labelThrough(page, id, [{ decision: "keep" }, { decision: "drop", reason: "watermark" }]);
  await enterAs(outside);
  await labelThrough(page, id, [
    { decision: "drop", reason: "low quality" },
    { decision: "drop", reason: "low quality" },
  ]);
  await enterAs(reviewer);
  await open(page, "label/task/list?tab=review");
  await page.getByRole("link", { name: `Adjudicate ${name}` }).click();
  const answers = page.getByRole("region", { name: "Answers" });
  await expect(page.getByText(/^item 1 of 2$/)).toBeVisible();
  await expect(answers.getByRole("columnheader")).toHaveCount(3);
  await clipReady(page);
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^item 2 of 2$/)).toBeVisible();
  await answers.getByRole("button", { name: `Take the answer of ${outside.username}` }).click();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Everything is adjudicated")).toBeVisible();
});
