import type { DatasetView, LabelTaskDetail } from "@dailies/contract";
import type { Page } from "@playwright/test";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { callFrom, readFrom } from "../../fixtures/call.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
import { clipReady, ensureLabelTask, ensureLabelView } from "../../fixtures/labelling/labelling.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial", timeout: 2 * INDEX_MS });

const CLIPS = 6;
const NAME = unique("Keep or drop");

let owner: Person;
let outside: Person;
let view: DatasetView;
let taskId = "";

test.beforeAll(async ({ people }) => {
  owner = await people.add({ realname: "Olga Owner", permissions: ["ADMIN_MANAGE_R"] });
  outside = await people.add({ realname: "Lea Labeller", role: "labeller" });
});

const detail = (page: Page): Promise<LabelTaskDetail> => readFrom(page, `/label/task/detail/${taskId}`);
const submitButton = (page: Page) => page.getByRole("button", { name: /^Submit label/ });
const itemLine = (page: Page) => page.getByText(/^(?:your )?item \d+(?: of \d+)?$/);

/** Labels the current item by keyboard and waits for the next one. */
const drop = async (page: Page, reason: string): Promise<void> => {
  const before = await itemLine(page).textContent();
  await page.keyboard.press("2");
  await page.keyboard.press(reason);
  await page.keyboard.press("Enter");
  await expect(itemLine(page)).not.toHaveText(before ?? "");
};

test("a dataset view becomes a task in four steps, with a preview on a real item", async ({ page, enterAs }) => {
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
  for (const { username } of [owner, outside]) {
    await picker.fill(username);
    await page.getByRole("option", { name: username }).or(page.getByTitle(username)).last().click();
  }
  await page.getByRole("spinbutton", { name: "Labels per item" }).fill("2");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("textbox", { name: "Text (Markdown)" }).fill("# Rules\n\nDrop what has a **watermark**.");
  await expect(page.getByRole("heading", { name: "Rules" })).toBeVisible();
  await page.getByRole("button", { name: "Create task" }).click();
  const row = page.getByRole("grid").getByRole("row", { name: new RegExp(NAME) });
  await expect(row).toContainText("Open", { timeout: INDEX_MS });
  const { items } = await readFrom<{ items: { id: string; name: string }[] }>(page, "/label/task/list?tab=mine");
  taskId = items.find(({ name }) => name === NAME)?.id ?? "";
  expect((await detail(page)).progress).toMatchObject({ items_total: CLIPS, labels_total: 2 * CLIPS });
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
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await expect(itemLine(page)).toHaveText(/item 2\b/);
  await page.keyboard.press("u");
  await expect(itemLine(page)).toHaveText(/item 1\b/);
  await page.keyboard.press("Enter");
  await expect(itemLine(page)).toHaveText(/item 2\b/);
  await context.setOffline(true);
  await drop(page, "1");
  await drop(page, "2");
  await expect(page.getByText(/2 labels are saved in this browser/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/saved in this browser and/)).toHaveCount(0, { timeout: 40_000 });
  while ((await submitButton(page).count()) > 0) {
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    await page.waitForTimeout(150);
  }
  await expect(page.getByText("All done")).toBeVisible();
});

test("a lost lease keeps the draft, which returns with the item", async ({ page, enterAs }) => {
  await enterAs(owner);
  await page.goto(`/#/label/task/${taskId}`);
  await clipReady(page);
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
    const before = await itemLine(page).textContent();
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    await expect(itemLine(page)).not.toHaveText(before ?? "");
  }
  await expect(given).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Label submitted.")).toBeVisible();
});

test("an earlier revision is restored from the history, and the export equals what was entered", async ({
  page,
  enterAs,
}) => {
  await enterAs(owner);
  const { items } = await readFrom<{ items: { item: number; person: string }[] }>(
    page,
    `/label/history/${taskId}?event=submitted&person=${outside.username}&item=1`,
  );
  expect(items.length).toBeGreaterThan(0);
  await page.goto(`/#/label/history/${taskId}?event=submitted`);
  const events = page.getByRole("grid", { name: "Events" });
  await expect(events.getByText(outside.username).first()).toBeVisible();
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
  const stream = await download.createReadStream();
  const text = Buffer.concat(await stream.toArray()).toString("utf8");
  const rows = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const done = (await detail(page)).people.reduce((sum, { submitted }) => sum + submitted, 0);
  const decisions = rows.filter(({ field }) => field === "decision");
  expect(decisions).toHaveLength(done);
  expect(JSON.stringify(rows)).toContain("watermark");
});

test("a paused task gives no items, and a task is unknown to those it is not shared with", async ({
  page,
  enterAs,
  faults,
}) => {
  faults.allow(/status of 404/);
  await enterAs(owner);
  const name = unique("Paused");
  const { id } = await ensureLabelTask(page, { name, view, starter: "free_form", people: [owner.username] });
  await page.goto("/#/label/task/list");
  const act = async (item: string, button: string): Promise<void> => {
    await page.getByRole("button", { name: `Actions on ${name}` }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  await act("Pause", "Pause task");
  await page.goto(`/#/label/task/${id}`);
  await expect(page.getByText("This task is paused")).toBeVisible();
  await page.goto("/#/label/task/list");
  await act("Resume", "Resume task");
  await page.goto(`/#/label/task/${id}`);
  await expect(submitButton(page)).toBeVisible();
  await enterAs(outside);
  await page.goto(`/#/label/task/${id}`);
  // The address is the same, so the page still shows what the owner saw.
  await page.reload();
  await expect(page.getByText("No such label task")).toBeVisible();
});
