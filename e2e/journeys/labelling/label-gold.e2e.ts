import type { DatasetView, LabelGold, LabelTaskDetail } from "@dailies/contract";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { callFrom, readFrom } from "../../fixtures/call.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
import { clipReady, ensureLabelTask, ensureLabelView, labelThrough } from "../../fixtures/labelling/labelling.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial", timeout: 2 * INDEX_MS });

const CLIPS = 8;
const KEEP = { decision: "keep" };
const name = unique("Attentive clips");
let owner: Person;
let outside: Person;
let view: DatasetView;
let task: LabelTaskDetail;

test.beforeAll(async ({ people }) => {
  owner = await people.add({ realname: "Olga Owner", permissions: ["ADMIN_MANAGE_R"] });
  outside = await people.add({ realname: "Lea Labeller", role: "labeller" });
});

test("an owner marks gold items from a table, and they are mixed into the work of a labeller", async ({
  page,
  enterAs,
}) => {
  await enterAs(owner);
  view = await ensureLabelView(page, unique("Clips to check"), CLIPS);
  task = await ensureLabelTask(page, { name, view, starter: "keep_or_drop", people: [outside.username] });
  const { items } = await callFrom<{ items: { key: string }[] }>(page, `/dataset/${view.dataset_id}/items`, {
    page_size: CLIPS,
  });
  await page.goto("/#/label/task/list");
  await page.getByRole("button", { name: `Actions on ${name}` }).click();
  await page.getByRole("menuitem", { name: "Gold items" }).click();
  await page.getByRole("spinbutton", { name: "Gold items (%)" }).fill("50");
  const lines = items.slice(4).map(({ key }) => `${key},keep`);
  const rows = page.getByRole("textbox", { name: "Keys and answers, as CSV or JSONL" });
  await rows.fill(["key,decision", ...lines, "no-such-clip,drop"].join("\n"));
  await page.getByRole("button", { name: "Save gold items" }).click();
  await expect(page.getByRole("cell", { name: "Ready" })).toHaveCount(4, { timeout: INDEX_MS });
  await expect(page.getByRole("row", { name: /no-such-clip .*Not in the task/ })).toBeVisible();

  await enterAs(outside);
  await page.goto("/#/frog-home");
  await labelThrough(page, task.id, Array(CLIPS).fill(KEEP));
  const { progress, mine, gold_share: share } = await readFrom<LabelTaskDetail>(page, `/label/task/detail/${task.id}`);
  expect([progress.labels_done, mine.submitted, share]).toEqual([CLIPS, CLIPS, null]);

  await enterAs(owner);
  await page.goto("/#/frog-home");
  const own = await readFrom<LabelTaskDetail>(page, `/label/task/detail/${task.id}`);
  const gold = await readFrom<LabelGold>(page, `/label/gold/${task.id}`);
  expect(gold.items.filter(({ state }) => state === "ready")).toHaveLength(4);
  expect(own.progress.labels_done).toBeLessThan(CLIPS);
});

test("an item is adjudicated again from the history", async ({ page, enterAs }) => {
  await enterAs(owner);
  await page.goto("/#/frog-home");
  const { items } = await readFrom<{ items: { item: number }[] }>(page, `/label/history/${task.id}?event=submitted`);
  const item = items[0]?.item ?? 1;
  await page.goto(`/#/label/history/${task.id}?open=${item}`);
  await page.getByRole("link", { name: "Adjudicate", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`mode=adjudicate&item=${item}`));
  await clipReady(page);
  await page.keyboard.press("1");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Everything is adjudicated")).toBeVisible();
  await page.goto(`/#/label/history/${task.id}?open=${item}`);
  await expect(page.getByRole("link", { name: "Adjudicate again" })).toBeVisible();
  await page.getByRole("button", { name: "Make gold item" }).click();
  await expect(page.getByText(`Item ${item} is a gold item now.`)).toBeVisible();
});
