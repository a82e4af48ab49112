import { expect, type Page } from "@playwright/test";
import { readFrom } from "../../fixtures/call.ts";
import {
  clipReady,
  ensureLabelTask,
  ensureLabelView,
  keyPairsOf,
  labelThrough,
} from "../../fixtures/labelling/labelling.ts";
import type { View } from "../view.ts";

const NAME = "Which clip moves better";
const SAMPLES = 24;

const view = (name: string, open: (page: Page) => Promise<void>): View => ({
  name: `label-${name}`,
  viewer: "administrator",
  open,
});

const ensurePairs = async (page: Page): Promise<string> => {
  const saved = await ensureLabelView(page, "Clips to label", SAMPLES);
  const pairs = await keyPairsOf(page, saved, 10);
  return (await ensureLabelTask(page, { name: NAME, view: saved, starter: "pairwise", overlap: 2, pairs })).id;
};

/** Tasks whose items are two clips to compare. */
export const LABEL_PAIR_VIEWS: readonly View[] = [
  view("pair", async (page) => {
    await page.goto(`/#/label/task/${await ensurePairs(page)}`);
    await expect(page.getByRole("button", { name: /^Submit label/ })).toBeVisible();
    await clipReady(page);
    await page.getByRole("button", { name: /A is better$/ }).click();
    await expect(page.getByText(/^saved \d/)).toBeVisible();
  }),
  view("pair-history", async (page) => {
    const id = await ensurePairs(page);
    const { items } = await readFrom<{ items: unknown[] }>(page, `/label/history/${id}?event=submitted`);
    if (items.length === 0) await labelThrough(page, id, [{ preference: "B" }]);
    await page.goto(`/#/label/history/${id}?open=1`);
    await expect(page.getByRole("dialog").getByText(/ is better$/)).toBeVisible();
  }),
  view("wizard-pairs", async (page) => {
    const saved = await ensureLabelView(page, "Clips to label", SAMPLES);
    await page.goto(`/#/label/task/list?new=1&dataset=${saved.dataset_id}&view=${saved.id}`);
    await page.getByRole("textbox", { name: "Task name" }).fill("Motion, in pairs");
    await expect(page.getByText("Leave empty to label all")).toBeVisible();
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await page.getByRole("button", { name: /^Pairwise comparison/ }).click();
    await expect(page.getByRole("combobox", { name: "Column with the key of the other clip" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Preview" }).locator("video")).toBeVisible();
  }),
];
