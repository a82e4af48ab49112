import type { Locator, Page } from "@playwright/test";
import { INDEX_MS, openSet, registerSet, storeMdsSet } from "../../fixtures/datasets/item-sets.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";
import { toasts } from "../../fixtures/toasts.ts";

test.describe.configure({ mode: "serial", timeout: 2 * INDEX_MS });

const SAMPLES = 120;
let administrator: Person;
let id = "";

test.beforeAll(async ({ people }) => {
  administrator = await people.add({ realname: "Dana Data", permissions: ["ADMIN_MANAGE_R"] });
});
test.beforeEach(async ({ enterAs }) => enterAs(administrator));

const items = (page: Page): Locator => page.getByRole("grid", { name: "Dataset items" });
const tiles = (page: Page): Locator => items(page).getByRole("gridcell");
const whereBox = (page: Page): Locator => page.getByRole("textbox", { name: "Filter as text" });
/** Above the list; the page header shows the total of the whole dataset as well. */
const totals = (page: Page): Locator => page.locator("strong");
const total = (page: Page, words: string | RegExp): Promise<void> =>
  expect(totals(page).filter({ hasText: words }).first()).toBeVisible();
const ordinalsOf = (page: Page): Promise<(string | null)[]> =>
  tiles(page).evaluateAll((all) => all.map((tile) => tile.getAttribute("data-ordinal")));

test("a set of shards is registered and its items are shown with posters", async ({ page }) => {
  await page.goto("/#/dataset");
  const set = await registerSet(page, await storeMdsSet(SAMPLES), "Clips to browse");
  id = set.id;
  await openSet(page, id);
  await total(page, `${SAMPLES} items`);
  await expect(tiles(page).first().locator("img")).toHaveJSProperty("complete", true);
  await expect
    .poll(
      () =>
        tiles(page)
          .first()
          .locator("img")
          .evaluate((img: HTMLImageElement) => img.naturalWidth),
      { timeout: INDEX_MS },
    )
    .toBeGreaterThan(1);
});

test("hovering scrubs the sprite and fetches no video", async ({ page }) => {
  // Hover previews are disabled for users who prefer reduced motion, which is the default of these journeys.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await openSet(page, id);
  const first = tiles(page).first();
  await expect(first.locator("img")).toBeVisible();
  await first.hover();
  await expect(first.locator("[data-tile]")).toBeVisible();
  expect(fetched.some((url) => url.includes("what=sprite"))).toBe(true);
  expect(fetched.filter((url) => /\/blob\/|\/media$|\/shard-media\//.test(url))).toEqual([]);
});

test("brushing a histogram filters, and the bars show the filter over the whole", async ({ page }) => {
  await openSet(page, id);
  await total(page, `${SAMPLES} items`);
  const card = page.getByRole("region", { name: "aesthetic" });
  const plot = card.locator('[data-field="aesthetic"]');
  const box = await plot.boundingBox();
  if (!box) throw new Error("the histogram is not on the screen");
  await page.mouse.move(box.x + box.width * 0.35, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.65, box.y + 20, { steps: 5 });
  await page.mouse.up();
  await expect(whereBox(page)).toHaveValue(/^aesthetic >= \S+ AND aesthetic < \S+$/);
  await expect(totals(page).filter({ hasText: `${SAMPLES} items` })).toHaveCount(0);
  await total(page, /^\d+ items?$/);
  await expect(page).toHaveURL(/where=aesthetic/);
  const lower = card.getByRole("slider", { name: "Minimum of aesthetic" });
  const before = await whereBox(page).inputValue();
  await lower.focus();
  await page.keyboard.press("ArrowRight");
  await expect(whereBox(page)).not.toHaveValue(before);
  await page.goBack();
  await expect(whereBox(page)).toHaveValue(before);
});

test("a typed filter shows its fault, is sent when it reads well, and stands as chips", async ({ page }) => {
  await openSet(page, id);
  const asked: string[] = [];
  page.on("request", (request) => {
    const body = request.postData();
    if (body?.includes("source")) asked.push(body);
  });
  await whereBox(page).fill("fps >= 24 AND source =");
  await expect(page.getByText(/text in single quotes/)).toBeVisible();
  await whereBox(page).fill("fps >= 24 AND source IN ('archive', 'studio')");
  await page.keyboard.press("Enter");
  const chips = page.getByRole("region", { name: "Filters" });
  await expect(chips.getByText("one of archive, studio")).toBeVisible();
  await total(page, /^\d+ items?$/);
  expect(
    asked.filter((body) => body.includes("source =")),
    "the fault was never sent",
  ).toEqual([]);
  await chips.getByRole("button", { name: /^fps:/ }).click();
  await page.getByRole("textbox", { name: "Value" }).fill("30");
  await page.getByRole("button", { name: "Apply condition" }).click();
  await expect(whereBox(page)).toHaveValue("fps >= 30 AND source IN ('archive', 'studio')");
});

test("the funnel tells what each step leaves, and shows what one threw away", async ({ page }) => {
  await openSet(page, id, `&where=${encodeURIComponent("aesthetic >= 5 AND fps >= 24")}&panel=funnel`);
  const funnel = page.getByRole("list", { name: "Funnel" });
  await expect(funnel.getByText(String(SAMPLES), { exact: true })).toBeVisible();
  const look = funnel.getByRole("button", { name: /dropped by “fps >= 24”/ });
  const dropped = Number(/Show the (\d+)/.exec((await look.textContent()) ?? "")?.[1]);
  expect(dropped).toBeGreaterThan(0);
  await look.click();
  await total(page, new RegExp(`sampled from ${dropped} items?$`));
  await expect(page.getByText("Sample of the items dropped by this condition:")).toBeVisible();
  await page.getByRole("button", { name: "Back to filter" }).click();
  await expect(whereBox(page)).toHaveValue("aesthetic >= 5 AND fps >= 24");
});

test("a seed draws the same items again, and another one others", async ({ page }) => {
  await openSet(page, id, "&mode=sample&seed=42");
  await total(page, `30 sampled from ${SAMPLES} items`);
  const drawn = await ordinalsOf(page);
  await page.reload();
  await total(page, `30 sampled from ${SAMPLES} items`);
  expect(await ordinalsOf(page)).toEqual(drawn);
  await page.keyboard.press("d");
  await expect(page).not.toHaveURL(/seed=42(&|$)/);
  await expect.poll(() => ordinalsOf(page)).not.toEqual(drawn);
});

test("a clip opens, plays from where it lies, and is stepped frame by frame", async ({ page }) => {
  await openSet(page, id, `&where=${encodeURIComponent("codec CONTAINS 'avc1'")}`);
  await expect(tiles(page).first().locator("img")).toBeVisible();
  await items(page).focus();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog");
  const told = drawer.locator("[data-frame]");
  await expect(told).toHaveAttribute("data-exact", "true");
  await page.keyboard.press(".");
  const frame = Number(await told.getAttribute("data-frame"));
  await page.keyboard.press(".");
  await expect(told).toHaveAttribute("data-frame", String(frame + 1));
  await page.keyboard.press(",");
  await expect(told).toHaveAttribute("data-frame", String(frame));
  await expect(
    drawer
      .getByText("ndarray", { exact: false })
      .or(drawer.getByText(/^vector · /))
      .first(),
  ).toBeVisible();
  await expect(drawer.getByRole("region", { name: "Similar items" }).getByRole("button").first()).toBeVisible();
  const title = await drawer.getByText(/^1 of/).textContent();
  await page.keyboard.press("ArrowRight");
  await expect(drawer.getByText(/^2 of/)).toBeVisible();
  expect(title).toContain("1 of");
});

test("four clips are compared on one clock", async ({ page }) => {
  await openSet(page, id, `&where=${encodeURIComponent("codec CONTAINS 'avc1'")}`);
  await expect(tiles(page).first().locator("img")).toBeVisible();
  await items(page).focus();
  await page.keyboard.press("Space");
  for (let more = 0; more < 3; more += 1) {
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
  }
  await page.getByRole("button", { name: "Compare 4" }).click();
  const wall = page.getByRole("dialog", { name: "Comparison of 4 items" });
  await expect(wall.locator("video")).toHaveCount(4);
  await expect
    .poll(
      () =>
        wall.locator("video").evaluateAll((all) => all.every((video) => (video as HTMLVideoElement).readyState >= 2)),
      {
        timeout: 20_000,
      },
    )
    .toBe(true);
});

test("a bucket is a filter, and a choice is saved as a view and exported", async ({ page }) => {
  await openSet(page, id, "&panel=buckets");
  await page.getByRole("region", { name: "Buckets" }).getByRole("button").first().click();
  await expect(whereBox(page)).not.toHaveValue("");
  await page.getByRole("button", { name: "Save view" }).click();
  const dialog = page.getByRole("dialog", { name: "Save as view" });
  await dialog.getByRole("textbox").fill("One bucket");
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(toasts(page).getByText(/^Saved One bucket with \d+ items?/)).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "JSON Lines" }).click();
  const link = page.getByRole("link", { name: "Download JSON Lines" });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const download = page.waitForEvent("download");
  await link.click();
  expect((await download).suggestedFilename()).toMatch(/\.jsonl$/);
});

test("a filter that leaves nothing says which condition to drop", async ({ page }) => {
  await page.goto(`/#/dataset?id=${id}&where=${encodeURIComponent("fps >= 24 AND width > 100000")}`);
  await expect(page.getByText("No matches")).toBeVisible();
  await page.getByRole("button", { name: /^Remove width > 100000/ }).click();
  await expect(whereBox(page)).toHaveValue("fps >= 24");
  await expect(tiles(page).first()).toBeVisible();
});

test("the keys are told of", async ({ page }) => {
  await openSet(page, id);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByText("Resample with a new seed")).toBeVisible();
});
