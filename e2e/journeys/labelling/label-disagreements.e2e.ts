import type { DatasetView, LabelTaskDetail, LabelTaskItem } from "@dailies/contract";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { readFrom } from "../../fixtures/call.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
import { ensureLabelTask, ensureLabelView, labelThrough } from "../../fixtures/labelling/labelling.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial", timeout: 2 * INDEX_MS });

const KEEP = { decision: "keep" };
const DROP = { decision: "drop", reason: "watermark" };
const name = unique("Disputed clips");
let owner: Person;
let outside: Person;
let view: DatasetView;
let task: LabelTaskDetail;

test.beforeAll(async ({ people }) => {
  owner = await people.add({ realname: "Olga Owner", permissions: ["ADMIN_MANAGE_R"] });
  outside = await people.add({ realname: "Lea Labeller", role: "labeller" });
});

test("a second task is made of the items on which two people disagree", async ({ page, enterAs }) => {
  await enterAs(owner);
  view = await ensureLabelView(page, unique("Clips to dispute"), 3);
  const people = [outside.username];
  task = await ensureLabelTask(page, { name, view, starter: "keep_or_drop", people, overlap: 2 });
  await labelThrough(page, task.id, [KEEP, KEEP, KEEP]);
  await enterAs(outside);
  await labelThrough(page, task.id, [KEEP, DROP, KEEP]);
  await enterAs(owner);
  await page.goto(`/#/label/task/list?new=1&from=${task.id}`);
  const second = unique("Second opinion");
  await page.getByRole("textbox", { name: "Task name" }).fill(second);
  await expect(page.getByRole("radio", { name: "Disagreements of a task" })).toBeChecked();
  await page.getByText("Items whose labels agree less than").click();
  await page.getByRole("spinbutton", { name: "Agreement below (%)" }).fill("100");
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("button", { name: /^Keep or drop Decide/ }).click();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("button", { name: "Create task" }).click();
  await expect(page.getByRole("grid").getByText(second, { exact: true })).toBeVisible();
  const read = async () => {
    const { items } = await readFrom<{ items: LabelTaskItem[] }>(
      page,
      `/label/task/list?q=${encodeURIComponent(second)}`,
    );
    return items[0];
  };
  await expect.poll(async () => (await read())?.status, { timeout: INDEX_MS }).toBe("Open");
  expect(await read()).toMatchObject({ progress: { items_total: 1 }, source: { from_task: { id: task.id } } });
});

test("what one person labelled on one day is reverted after a preview", async ({ page, enterAs }) => {
  await enterAs(owner);
  await page.goto(`/#/label/history/${task.id}`);
  await page.getByRole("button", { name: "Revert a day" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Person" }).click();
  await page.getByTitle(outside.username, { exact: true }).click();
  await dialog.getByLabel("Day").fill(new Date().toISOString().slice(0, 10));
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByText(/^3 labels of/)).toBeVisible();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("labelled after older guidelines");
  await dialog.getByRole("button", { name: /^Revert/ }).click();
  const progress = async () => (await readFrom<LabelTaskDetail>(page, `/label/task/detail/${task.id}`)).progress;
  await expect.poll(async () => (await progress()).labels_done).toBe(3);
});
