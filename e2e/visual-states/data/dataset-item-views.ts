import { expect, type Page } from "@playwright/test";
import { readFrom } from "../../fixtures/call.ts";
import { registerSet, storeMdsSet } from "../../fixtures/datasets/item-sets.ts";
import type { View } from "../view.ts";

const NAME = "Clips to look at";
const SAMPLES = 240;

/** Real shards, read by the console itself; reused the second time. */
const withSet = async (page: Page): Promise<string> => {
  const { items } = await readFrom<{ items: { id: string; name: string; version: number | null }[] }>(page, "/dataset");
  const known = items.find(({ name, version }) => name === NAME && version !== null);
  if (known) return known.id;
  return (await registerSet(page, await storeMdsSet(SAMPLES), NAME)).id;
};

const postersThere = async (page: Page): Promise<void> => {
  const posters = page.getByRole("grid", { name: "Dataset items" }).locator("img.ds-clip-poster");
  await expect(posters.first()).toBeVisible();
  const left = (): Promise<number> =>
    posters.evaluateAll((all) => all.filter((img) => (img as HTMLImageElement).naturalWidth <= 1).length);
  await expect.poll(left, { timeout: 60_000 }).toBe(0);
};

const view = (name: string, query: string, settle: (page: Page) => Promise<void>): View => ({
  name: `dataset-items-${name}`,
  viewer: "administrator",
  open: async (page) => {
    const id = await withSet(page);
    await page.goto(`/#/dataset?id=${id}${query}`);
    await settle(page);
  },
});

const WHERE = encodeURIComponent("aesthetic >= 5 AND fps >= 24");

export const DATASET_ITEM_VIEWS: readonly View[] = [
  view("grid", "", postersThere),
  view("filtered", `&where=${WHERE}&order=-aesthetic&panel=funnel`, async (page) => {
    await postersThere(page);
    await expect(page.getByRole("list", { name: "Funnel" })).toBeVisible();
  }),
  view("fault", "", async (page) => {
    await postersThere(page);
    await page.getByRole("textbox", { name: "Filter as text" }).fill("fps >= 24 AND source =");
    await expect(page.getByText(/text in single quotes/)).toBeVisible();
  }),
  view("table", "&view=table", (page) => expect(page.getByRole("columnheader", { name: /caption/ })).toBeVisible()),
  view("sample", "&mode=sample&seed=42&strategy=stratified&by=source", postersThere),
  view("buckets", "&panel=buckets", async (page) => {
    await postersThere(page);
    await expect(page.getByRole("region", { name: "Buckets" })).toBeVisible();
  }),
  view("item", "&item=2", async (page) => {
    await expect(page.getByRole("dialog").locator("[data-exact]")).toBeVisible();
    await page.keyboard.press(".");
  }),
  view("compare", "&pick=0&pick=1&pick=3&pick=5", async (page) => {
    await postersThere(page);
    await expect(page.getByText("4 items selected, up to 9")).toBeVisible();
  }),
  view("benchmark-rows", `&where=${WHERE}`, async (page) => {
    await postersThere(page);
    await page.getByRole("button", { name: "Benchmark rows" }).click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "New benchmark" })).toBeVisible();
  }),
  view("nothing", `&where=${encodeURIComponent("fps >= 24 AND width > 100000")}`, async (page) => {
    await expect(page.getByText("No matches")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Remove/ }).first()).toBeVisible();
  }),
];
