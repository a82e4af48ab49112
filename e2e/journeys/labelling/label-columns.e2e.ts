import { randomUUID } from "node:crypto";
import type { DatasetView, LabelTaskDetail } from "@dailies/contract";
import type { Page } from "@playwright/test";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { callFrom, readFrom } from "../../fixtures/call.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
import { ensureLabelTask, ensureLabelView } from "../../fixtures/labelling/labelling.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ timeout: 2 * INDEX_MS });

const CLIPS = 6;
const LABELLED = 4;

/** Keeps every second item and drops the others. */
const labelSome = async (page: Page, taskId: string): Promise<void> => {
  const claim = { task_id: taskId, count: LABELLED };
  const { items } = await callFrom<{ items: { lease_id: string; item: number }[] }>(page, "/label/work/claim", claim);
  for (const { lease_id, item } of items) {
    const values = item % 2 === 0 ? { decision: "keep" } : { decision: "drop", reason: "watermark" };
    const entered = { values, guidelines_version: 1, duration_ms: 900, watched_s: 1 };
    await callFrom(page, "/label/work/submit", { lease_id, client_id: randomUUID(), ...entered });
  }
};

test("the labels filter the dataset that they belong to", async ({ page, people, enterAs }) => {
  await enterAs(await people.add({ realname: "Olga Owner", permissions: ["ADMIN_MANAGE_R"] }));
  const view: DatasetView = await ensureLabelView(page, unique("Clips to filter"), CLIPS);
  const name = unique("Filter by labels");
  const task: LabelTaskDetail = await ensureLabelTask(page, { name, view, starter: "keep_or_drop" });
  await labelSome(page, task.id);

  await page.goto("/#/label/task/list");
  await page.getByRole("button", { name: `Actions on ${name}` }).click();
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
  expect(found.total).toBe(LABELLED / 2);
  await expect(card.locator(`[title*="labels of task “${name}”"]`)).toBeVisible();
  const { column_sets } = await readFrom<{ column_sets: { name: string }[] }>(
    page,
    `/dataset/${view.dataset_id}/detail`,
  );
  expect(column_sets.map((set) => set.name)).toEqual(["human"]);
});
