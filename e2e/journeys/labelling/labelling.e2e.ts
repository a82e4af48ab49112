import type { DatasetView, LabelReportState, LabelTaskDetail } from "@dailies/contract";
import type { Page } from "@playwright/test";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { callFrom, readFrom } from "../../fixtures/call.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
import { clipReady, ensureLabelTask, ensureLabelView } from "../../fixtures/labelling/labelling.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial", timeout: 3 * INDEX_MS });

/** Agreement is hidden below twenty items. */
const CLIPS = 22;
const NAME = unique("Keep or drop");
const CAPTIONS = unique("Captions");

let owner: Person;
let colleague: Person;
let outside: Person;
let view: DatasetView;
let taskId = "";
let captionsId = "";
/** The item whose lease is lost: undoing a label gave back another one, which comes first. */
let lostItem = 0;

test.beforeAll(async ({ people }) => {
  owner = await people.add({ realname: "Olga Owner", permissions: ["ADMIN_MANAGE_R"] });
  colleague = await people.add({ realname: "Rea Reviewer", permissions: ["ADMIN_MANAGE_R"] });
  outside = await people.add({ realname: "Lea Labeller", role: "labeller" });
});

const detail = (page: Page): Promise<LabelTaskDetail> => readFrom(page, `/label/task/detail/${taskId}`);
const submitButton = (page: Page) => page.getByRole("button", { name: /^Submit label/ });
const itemLine = (page: Page) => page.getByText(/^(?:your )?item \d+(?: of \d+)?$/);

/** Presses keys that answer the current item, and waits for the next one. */
const answer = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  const before = await itemLine(page).textContent();
  for (const key of [...keys, "Enter"]) await page.keyboard.press(key);
  await expect(itemLine(page)).not.toHaveText(before ?? "");
};

/** Keeps all clips that are left, by keyboard. */
const keepTheRest = async (page: Page): Promise<void> => {
  while ((await submitButton(page).count()) > 0) {
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    await page.waitForTimeout(150);
  }
  await expect(page.getByText("All done")).toBeVisible();
};

/** What each person entered for the items that not all of them keep. */
const enteredBy = (person: Person, item: number): Record<string, string> => {
  const drops: readonly (readonly [Person, number, string])[] = [
    [outside, 2, "watermark"],
    [outside, 3, "text overlay"],
    [colleague, lostItem, "low quality"],
    [owner, 2, "watermark"],
  ];
  const drop = drops.find(([who, of]) => who === person && of === item);
  return drop ? { decision: "drop", reason: drop[2] } : { decision: "keep" };
};

test("a dataset view becomes two tasks with two templates, the first in four steps with a preview", async ({
  page,
  enterAs,
}) => {
  await enterAs(owner);
  view = await ensureLabelView(page, unique("Clips to sort"), CLIPS);
  await page.goto(`/#/dataset?id=${view.dataset_id}`);
  await page.getByRole("button", { name: /^Views/ }).click();
  await page.getByRole("link", { name: "New label task from All clips" }).click();
  await page.getByRole("textbox", { name: "Task name" }).fill(NAME);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("button", { name: /^Keep or drop Decide/ }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.locator("video")).toBeVisible();
  await preview.getByRole("radio", { name: "drop" }).check({ force: true });
  await expect(preview.getByRole("radio", { name: "watermark" })).toBeAttached();
  await page.getByRole("textbox", { name: "Template name" }).fill(unique("Keep or drop"));
  await page.getByRole("button", { name: "Next", exact: true }).click();
  const picker = page.getByRole("combobox", { name: "People asked to label" });
  for (const { username } of [owner, colleague, outside]) {
    await picker.fill(username);
    await page.getByRole("option", { name: username }).or(page.getByTitle(username)).last().click();
  }
  await page.getByRole("spinbutton", { name: "Labels per item" }).fill("3");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("textbox", { name: "Text (Markdown)" }).fill("# Rules\n\nDrop what has a **watermark**.");
  await expect(page.getByRole("heading", { name: "Rules" })).toBeVisible();
  await page.getByRole("button", { name: "Create task" }).click();
  const row = page.getByRole("grid").getByRole("row", { name: new RegExp(NAME) });
  await expect(row).toContainText("Open", { timeout: INDEX_MS });
  const { items } = await readFrom<{ items: { id: string; name: string }[] }>(page, "/label/task/list?tab=mine");
  taskId = items.find(({ name }) => name === NAME)?.id ?? "";
  expect((await detail(page)).progress).toMatchObject({ items_total: CLIPS, labels_total: 3 * CLIPS });
  const people = [outside.username];
  const options = {
    name: CAPTIONS,
    view,
    starter: "caption_edit",
    people,
    reviewShare: 100,
    isPrefilled: true,
  } as const;
  captionsId = (await ensureLabelTask(page, options)).id;
});

test("an external person finds the task at Home and labels it by keyboard, through a lost connection", async ({
  page,
  enterAs,
  context,
  faults,
}) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/);
  await enterAs(outside);
  await page.goto("/#/frog-home");
  await page.getByRole("link", { name: new RegExp(`^Label.*${NAME}`) }).click();
  await expect(submitButton(page)).toBeVisible();
  await clipReady(page);
  await page.keyboard.press("g");
  await expect(page.getByRole("heading", { name: "Rules" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await answer(page, "1");
  await expect(itemLine(page)).toHaveText(/item 2\b/);
  await page.keyboard.press("u");
  await expect(itemLine(page)).toHaveText(/item 1\b/);
  await answer(page);
  await context.setOffline(true);
  await answer(page, "2", "1");
  await answer(page, "2", "2");
  await expect(page.getByText(/2 labels are saved in this browser/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/saved in this browser and/)).toHaveCount(0, { timeout: 40_000 });
  await keepTheRest(page);
});

test("a lost lease keeps the draft, which returns with the item", async ({ page, enterAs }) => {
  await enterAs(colleague);
  await page.goto(`/#/label/task/${taskId}`);
  await clipReady(page);
  lostItem = Number(/item (\d+)/.exec((await itemLine(page).textContent()) ?? "")?.[1]);
  await page.keyboard.press("2");
  await page.keyboard.press("3");
  await expect(page.getByText(/^saved \d\d:\d\d:\d\d$/)).toBeVisible();
  const { items } = await callFrom<{ items: { lease_id: string }[] }>(page, "/label/work/claim", {
    task_id: taskId,
    count: 4,
  });
  for (const { lease_id } of items) await callFrom(page, "/label/work/release", { lease_id });
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(page.getByText(/^Your lease on the item ended/)).toBeVisible();
  await page.getByRole("button", { name: "Got it" }).click();
  const given = page.getByRole("radio", { name: "low quality" });
  const isBack = async (): Promise<boolean> => (await given.count()) > 0 && (await given.isChecked());
  for (let step = 0; step < CLIPS && !(await isBack()); step += 1) {
    await expect(submitButton(page)).toBeVisible();
    await answer(page, "1");
  }
  await expect(given).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Label submitted.").first()).toBeVisible();
  await keepTheRest(page);
});

test("the third person labels the last copy of each item", async ({ page, enterAs }) => {
  await enterAs(owner);
  await page.goto(`/#/label/task/${taskId}`);
  await clipReady(page);
  await answer(page, "1");
  await answer(page, "2", "1");
  await keepTheRest(page);
  expect((await detail(page)).progress).toMatchObject({ items_done: CLIPS, labels_done: 3 * CLIPS });
});

test("a rejected label returns to its author with the comment, is labelled again, and is accepted", async ({
  page,
  enterAs,
}) => {
  await enterAs(outside);
  await page.goto(`/#/label/task/${captionsId}`);
  const caption = page.getByRole("textbox", { name: "Caption" });
  await clipReady(page);
  await caption.fill("A square.");
  // The person leaves before the reply arrives, so the browser still holds the label as not sent.
  const stored = new Promise<void>((resolve) => {
    void page.route("**/label/work/submit", async (route) => {
      await route.fetch();
      resolve();
    });
  });
  await submitButton(page).click();
  await expect(itemLine(page)).toHaveText(/item 2\b/);
  await stored;

  await enterAs(colleague);
  await page.unroute("**/label/work/submit");
  await page.goto("/#/label/task/list?tab=review");
  await page.getByRole("link", { name: `Review ${CAPTIONS}` }).click();
  await expect(page.getByRole("region", { name: `Label of ${outside.username}` })).toBeVisible();
  await clipReady(page);
  await page.keyboard.press("r");
  await page.getByRole("textbox", { name: "What is wrong?" }).fill("Say how it moves.");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Everything is reviewed")).toBeVisible();

  await enterAs(outside);
  await page.goto("/#/frog-home");
  await page.getByRole("button", { name: /^Notifications, \d unread/ }).click();
  // Home has a link to the task, too.
  const notifications = page.getByRole("dialog", { name: "Notifications" });
  await notifications
    .getByRole("link", { name: new RegExp(CAPTIONS) })
    .first()
    .click();
  await expect(notifications).toHaveCount(0);
  await expect(page.getByText("Say how it moves.")).toBeVisible();
  await expect(caption).toHaveValue("A square.");
  expect(await page.content()).not.toContain(colleague.username);
  await caption.fill("A square moves to the right.");
  await submitButton(page).click();
  await expect(page.getByText("Say how it moves.")).toHaveCount(0);

  await enterAs(colleague);
  await page.goto(`/#/label/task/${captionsId}?mode=review`);
  await expect(page.getByText("Rejected before:")).toBeVisible();
  await clipReady(page);
  await page.keyboard.press("a");
  await expect(page.getByText("Everything is reviewed")).toBeVisible();
});

test("an adjudicator decides the items whose labels differ", async ({ page, enterAs }) => {
  await enterAs(colleague);
  await page.goto("/#/label/task/list?tab=review");
  await page.getByRole("link", { name: `Adjudicate ${NAME}` }).click();
  const answers = page.getByRole("region", { name: "Answers" });
  await expect(answers.getByRole("columnheader")).toHaveCount(4);
  await clipReady(page);
  await answer(page, "1");
  await answers.getByRole("button", { name: `Take the answer of ${outside.username}` }).click();
  await answer(page);
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Everything is adjudicated")).toBeVisible();
});

test("the owner sees how far the people agree and where not; an external person sees no report", async ({
  page,
  enterAs,
}) => {
  await enterAs(owner);
  await page.goto(`/#/label/history/${taskId}`);
  await page.getByRole("link", { name: "Agreement", exact: true }).click();
  await page.getByRole("button", { name: "Measure now" }).click();
  const fields = page.getByRole("region", { name: "Agreement by field" });
  await expect(fields).toBeVisible({ timeout: INDEX_MS });
  await expect(fields.getByRole("row", { name: /^Decision/ })).toContainText("91 %");
  // Two people gave a reason for one item only.
  await expect(fields.getByRole("row", { name: /^Reason/ })).toContainText("fewer than 20 (n = 1)");
  // They differ on three items.
  await page
    .getByRole("button", { name: /^\S+ and \S+: 86 %$/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Item 3", exact: true }).click();
  await expect(
    page.getByRole("dialog", { name: "Item 3" }).getByRole("heading", { name: outside.username }),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Quality", exact: true }).click();
  const quality = page.getByRole("region", { name: "Quality by person" });
  await expect(quality.getByRole("row", { name: outside.username })).toContainText(`n = ${CLIPS}`);
  const { status } = await readFrom<LabelReportState>(page, `/label/report/${taskId}`);
  expect(status).toBe("Finished");

  await enterAs(outside);
  await page.goto(`/#/label/history/${taskId}?tab=agreement`);
  await expect(page.getByRole("grid", { name: "Events" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Agreement", exact: true })).toHaveCount(0);
  await expect(readFrom(page, `/label/report/${taskId}`)).rejects.toThrow("403");
});

test("an earlier revision is restored from the history, and the export equals what was entered", async ({
  page,
  enterAs,
}) => {
  await enterAs(owner);
  await page.goto(`/#/label/history/${taskId}?event=submitted&person=${outside.username}`);
  const events = page.getByRole("grid", { name: "Events" });
  await expect(events.getByText(outside.username).first()).toBeVisible();
  await page.goto(`/#/label/history/${taskId}?disagreement=only`);
  // The header, and the three items on which they differ.
  await expect(events.getByRole("row")).toHaveCount(4);
  await page.goto(`/#/label/history/${taskId}?open=1`);
  const drawer = page.getByRole("dialog", { name: "Item 1" });
  await drawer.getByRole("button", { name: `Restore revision 1 of ${outside.username}` }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("the first answer was right");
  await page.getByRole("button", { name: "Restore revision", exact: true }).click();
  await expect(drawer.getByText(/restored from revision 1/)).toBeVisible();
  await page.goto("/#/label/task/list?tab=all");
  await page.getByRole("button", { name: `Actions on ${NAME}` }).click();
  await page.getByRole("menuitem", { name: "Export labels" }).click();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const link = page.getByRole("link", { name: "Download JSONL" });
  await expect(link).toBeVisible({ timeout: INDEX_MS });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const text = Buffer.concat(await (await download.createReadStream()).toArray()).toString("utf8");
  const rows = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { item: number; person: string; field: string; value: unknown });
  const exported = rows.map(({ item, person, field, value }) => `${item} ${person} ${field} ${value}`);
  const entered = [owner, colleague, outside].flatMap((person) =>
    Array.from({ length: CLIPS }, (_, n) => n + 1).flatMap((item) =>
      Object.entries(enteredBy(person, item)).map(([field, value]) => `${item} ${person.username} ${field} ${value}`),
    ),
  );
  expect(exported.toSorted()).toEqual(entered.toSorted());
});

test("the labels filter the dataset that they belong to", async ({ page, enterAs }) => {
  await enterAs(owner);
  await page.goto("/#/label/task/list");
  await page.getByRole("button", { name: `Actions on ${NAME}` }).click();
  await page.getByRole("menuitem", { name: "Export labels" }).click();
  await page.getByText("Columns of the dataset", { exact: true }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("human");
  await expect(page.getByText("human.decision", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Use as columns of the dataset" }).click();
  await page.getByRole("link", { name: "Open human in version 1" }).click({ timeout: INDEX_MS });
  await expect(page).toHaveURL(/version=1/);
  const card = page.getByRole("region", { name: "human.decision" });
  await expect(card).toBeVisible();
  await card.getByRole("checkbox", { name: /drop/ }).click();
  await expect(page).toHaveURL(/human\.decision/);
  const where = "human.decision = 'drop'";
  const found = await callFrom<{ total: number }>(page, `/dataset/${view.dataset_id}/items`, { where, page_size: 1 });
  // Of the items that anybody drops, only the second has a majority for it.
  expect(found.total).toBe(1);
  await expect(card.locator(`[title*="labels of task “${NAME}”"]`)).toBeVisible();
});
