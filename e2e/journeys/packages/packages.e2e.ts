import { randomUUID } from "node:crypto";
import type { DatasetView, LeftOutItem, PackageDetail } from "@dailies/contract";
import type { Page } from "@playwright/test";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { callFrom, readFrom } from "../../fixtures/call.ts";
import { INDEX_MS, registerSet, storeMdsSet, truncateLastShard } from "../../fixtures/datasets/item-sets.ts";
import { ensureLabelView } from "../../fixtures/labelling/labelling.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial", timeout: 2 * INDEX_MS });

const CLIPS = 12;
const name = unique("night-drives");

let owner: Person;
let source: DatasetView;

test.beforeEach(async ({ page, people, enterAs }) => {
  owner ??= await people.add({ realname: "Petra Packer", permissions: ["ADMIN_MANAGE_R"] });
  await enterAs(owner);
  source ??= await ensureLabelView(page, unique("Clips to pack"), CLIPS);
});

const idIn = (page: Page): string => /id=([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";

const detailOf = (page: Page, id: string): Promise<PackageDetail> =>
  readFrom<PackageDetail>(page, `/package/detail/${id}`);

const openNumber = async (page: Page, number: number): Promise<PackageDetail> => {
  const { items } = await readFrom<{ items: PackageDetail[] }>(page, `/package/list?q=${encodeURIComponent(name)}`);
  const found = items.find((one) => one.number === number);
  if (!found) throw new Error(`there is no ${name}@${number}`);
  await page.goto(`/#/package-records?id=${found.id}`);
  await expect(page.getByRole("heading", { name: `${name}@${number}` })).toBeVisible();
  return detailOf(page, found.id);
};

/** Watched on the page, which the event stream keeps current. */
const watchUntilReady = async (page: Page): Promise<PackageDetail> => {
  const summary = page.getByRole("region", { name: "Summary" });
  await expect(summary.getByText("Ready", { exact: true })).toBeVisible({ timeout: INDEX_MS });
  return detailOf(page, idIn(page));
};

const expectPlaying = async (page: Page): Promise<void> => {
  const video = page.locator("video");
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState >= 2 && element.currentTime > 0))
    .toBe(true);
};

test("a view is estimated, packed and watched until it is ready", async ({ page }) => {
  const isStream = (url: URL): boolean => url.pathname.endsWith("/events") && url.searchParams.has("topic", "packages");
  const watched = page.waitForRequest((request) => isStream(new URL(request.url())), { timeout: INDEX_MS });
  await page.goto(`/#/dataset?id=${source.dataset_id}`);
  await page.getByRole("button", { name: /^Views/ }).click();
  await page.getByRole("link", { name: `New package from ${source.name}` }).click();

  const form = page.getByRole("dialog", { name: "New package" });
  const estimate = form.getByRole("region", { name: "Estimate" });
  await expect(estimate.getByText(`All ${CLIPS} items of the view are packed.`)).toBeVisible();
  await form.getByRole("spinbutton", { name: "Shard size (MiB)" }).fill("1");
  await form.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await form.getByRole("button", { name: "Create package" }).dblclick();

  await expect(page.getByRole("heading", { name: `${name}@1` })).toBeVisible();
  await watched;
  const made = await watchUntilReady(page);
  expect(made).toMatchObject({ number: 1, samples_done: CLIPS, left_out: 0 });
  await page.getByRole("link", { name: /^Shards/ }).click();
  await expect(page.getByRole("row").filter({ hasText: ".mds" }).first()).toBeVisible();
});

test("a package is opened in the viewer, where its clips play", async ({ page }) => {
  await openNumber(page, 1);
  await page.getByRole("link", { name: "Open in viewer" }).click();
  await expect(page.getByLabel("Dataset details").getByText(String(CLIPS), { exact: true })).toBeVisible();
  await expectPlaying(page);
});

test("the same package is written again with the same hash, and a comparison finds no difference", async ({ page }) => {
  const first = await openNumber(page, 1);
  await page.getByRole("button", { name: `Actions for ${name}@1` }).click();
  await page.getByRole("menuitem", { name: "Run again" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Run again" }).click();
  await expect(page.getByRole("heading", { name: `${name}@2` })).toBeVisible();
  const second = await watchUntilReady(page);
  expect(second.content_sha256).toBe(first.content_sha256);
  await expect(page.getByRole("link", { name: `${name}@1` })).toBeVisible();

  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page.getByText("Same bytes", { exact: true })).toBeVisible({ timeout: INDEX_MS });
  await expect(page.getByRole("region", { name: "In both" }).getByText(String(CLIPS), { exact: true })).toBeVisible();
});

test("a package that a dataset was registered from is not deleted", async ({ page }) => {
  await openNumber(page, 2);
  await page.getByRole("link", { name: "Register as dataset" }).click();
  const drawer = page.getByRole("dialog", { name: "Register dataset" });
  await drawer.getByRole("button", { name: "Inspect" }).click();
  const packed = unique("Packed clips");
  await drawer.getByRole("textbox", { name: "Name", exact: true }).fill(packed);
  await drawer.getByRole("button", { name: "Register and index" }).click();
  await expect(drawer.getByRole("heading", { name: `“${packed}” was registered` })).toBeVisible();

  await openNumber(page, 2);
  await page.getByRole("button", { name: `Actions for ${name}@2` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const refusal = page.getByRole("dialog", { name: `${name}@2 is in use` });
  await expect(refusal.getByRole("link", { name: packed })).toBeVisible();
  await refusal.getByRole("button", { name: "Close" }).last().click();

  await openNumber(page, 1);
  await page.getByRole("button", { name: `Actions for ${name}@1` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: `Delete ${name}@1?` });
  await question.getByRole("textbox").fill(`${name}@1`);
  await question.getByRole("button", { name: "Delete files" }).click();
  await expect(page.getByText("The files of this package were deleted. Its record stays.")).toBeVisible();
});

test("a source that was cut off after it was indexed is named with its samples", async ({ page }) => {
  const uri = await storeMdsSet(CLIPS);
  const { id: datasetId } = await registerSet(page, uri, unique("Cut off clips"));
  const view = { name: "All clips", version: 1, filters: [], where: "", q: "", request_key: randomUUID() };
  const { id: viewId } = await callFrom<DatasetView>(page, `/dataset/${datasetId}/view`, view);
  await truncateLastShard(uri);
  const columns = [
    { source: "$media", name: "video" },
    { source: "key", name: "key" },
  ];
  const { id } = await callFrom<PackageDetail>(page, "/package/create", {
    name: unique("cut-off"),
    view_id: viewId,
    settings: { format: "MDS", columns },
    request_key: randomUUID(),
  });
  await page.goto(`/#/package-records?id=${id}`);
  const made = await watchUntilReady(page);
  expect(made.samples_done + made.left_out).toBe(CLIPS);
  expect(made.samples_done).toBeGreaterThan(0);
  expect(made.left_out_by_reason).toEqual([{ reason: "object_truncated", items: made.left_out }]);

  const { items } = await readFrom<{ items: LeftOutItem[] }>(page, `/package/left-out/${id}`);
  await page.getByRole("link", { name: /^Left out/ }).click();
  await expect(page.getByRole("button", { name: `File is truncated ${made.left_out}` })).toBeVisible();
  for (const { key, detail } of items)
    await expect(page.getByRole("row").filter({ hasText: key }).filter({ hasText: detail })).toBeVisible();
});

test("a view packed as Lance opens in the viewer as a table whose clips play", async ({ page }) => {
  await page.goto(`/#/dataset?id=${source.dataset_id}`);
  await page.getByRole("button", { name: /^Views/ }).click();
  await page.getByRole("link", { name: `New package from ${source.name}` }).click();
  const form = page.getByRole("dialog", { name: "New package" });
  await form.getByText("Lance", { exact: true }).click();
  await expect(form.getByText(/^One Lance table/)).toBeVisible();
  const table = unique("night-drives-table");
  await form.getByRole("textbox", { name: "Name", exact: true }).fill(table);
  await form.getByRole("button", { name: "Create package" }).click();

  await expect(page.getByRole("heading", { name: `${table}@1` })).toBeVisible();
  const made = await watchUntilReady(page);
  expect(made).toMatchObject({ format: "Lance", samples_done: CLIPS });
  await page.getByRole("link", { name: "Open in viewer" }).click();
  await expect(page.getByLabel("Dataset details").getByText(String(CLIPS), { exact: true })).toBeVisible();
  await expectPlaying(page);
});
