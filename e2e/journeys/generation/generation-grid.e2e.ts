import type { Page } from "@playwright/test";
import { currentRun } from "../../environment.ts";
import {
  cell,
  cellPanel,
  createBenchmark,
  dialog,
  expectLine,
  openDryRun,
  sayWhy,
  tile,
} from "../../fixtures/benchmarks/grid.ts";
import { MADE_MS, MAKER_PERMISSIONS, unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";
import { toasts } from "../../fixtures/toasts.ts";

test.describe.configure({ mode: "serial", timeout: 240_000 });

let maker: Person;
let grid = "";
let performer = "";

test.beforeAll(async ({ people }) => {
  maker = await people.add({ realname: "Greta Grid", permissions: MAKER_PERMISSIONS });
});
test.beforeEach(async ({ enterAs }) => {
  await enterAs(maker);
});

const openGrid = async (page: Page): Promise<void> => {
  await page.goto(grid);
  await expect(page.getByRole("grid").locator("img").first()).toHaveJSProperty("complete", true);
};

test("a performer is registered for small clips, and says that it answers", async ({ page }) => {
  // The sample selects the first one by name, and other tests register theirs concurrently.
  performer = unique("A reference performer");
  const name = performer;
  await page.goto("/#/performer-playground?tab=performers");
  await page.getByRole("button", { name: "Add performer" }).first().click();
  const form = dialog(page, "Add performer");
  await form.getByRole("button", { name: /^Reference performer/ }).click();
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByRole("textbox", { name: "Base URL" }).fill(currentRun().performerUrl);
  await form.getByRole("button", { name: /^Length/ }).click();
  await form.getByText("Limits", { exact: true }).first().click();
  await form.getByRole("spinbutton", { name: "Maximum" }).fill("2");
  await form.getByRole("spinbutton", { name: /^Default/ }).fill("1");
  await form.getByRole("button", { name: /^Frame rate/ }).click();
  await form.getByRole("spinbutton", { name: /^Default/ }).fill("12");
  await form.getByRole("button", { name: /^Size/ }).click();
  await form.getByText("Limits", { exact: true }).first().click();
  await form.getByRole("textbox", { name: "Item 1" }).fill("320x180");
  await form.getByRole("combobox", { name: /^Default/ }).click();
  await page.getByTitle("320x180", { exact: true }).click();
  await form.getByRole("checkbox", { name: "Calls have a price" }).check();
  await form.getByRole("spinbutton", { name: "Price" }).fill("0.02");
  await form.getByRole("button", { name: "Add performer" }).click();
  const known = dialog(page, name);
  await known.getByRole("button", { name: "Test connection" }).click();
  await expect(known.getByRole("status").getByText(/\(\d.*s\)$/)).toBeVisible();
  await expect(known.getByText(/^Test failed/)).toHaveCount(0);
});

test("the sample is counted, generated, and fills without a reload", async ({ page }) => {
  const name = unique("Sample");
  await createBenchmark(page, name, "Sample");
  grid = page.url();
  await expectLine(page, "24 clips to generate");
  await expect(page.getByRole("columnheader", { name: performer }).first()).toBeVisible();
  const dryRun = await openDryRun(page);
  await expect(dryRun.getByRole("definition").first()).toHaveText("24");
  const estimated =
    (await dryRun
      .getByText(/^≈ \$\d/)
      .first()
      .textContent()) ?? "";
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await dryRun.getByRole("button", { name: "Generate 24 clips" }).click();
  await expect(page.getByText("Generation started")).toBeVisible();
  await expect(cell(page, 1, "Ready").first()).toBeVisible({ timeout: MADE_MS });
  await expectLine(page, "24 of 24 ready", 200_000);
  expect(loads, "nobody loaded the page again").toBe(0);
  for (const place of [0, 1, 2]) await expect(tile(page, 0, place).locator("img")).toHaveJSProperty("complete", true);
  const summary = page.locator('dl[aria-label="Summary"]');
  await expect(summary.getByText("24 / 24")).toBeVisible();
  await expect(summary.getByText(estimated.replace("≈ ", ""), { exact: true }).first()).toBeVisible();
  await page.goto(`/#/task-manage?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText("24 / 24");
});

test("the keyboard walks, plays, opens, and rolls a cell again", async ({ page }) => {
  await openGrid(page);
  await page.getByRole("grid").focus();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("l");
  await page.keyboard.press("k");
  await page.keyboard.press("l");
  await page.keyboard.press("h");
  await expect(tile(page, 1, 1)).toHaveAttribute("data-active");
  await page.keyboard.press("Space");
  const video = tile(page, 1, 1).locator("video");
  await expect.poll(() => video.evaluate((each: HTMLVideoElement) => each.currentTime)).toBeGreaterThan(0);
  await page.keyboard.press("Space");
  await expect(video).toHaveCount(0);
  await page.keyboard.press("Enter");
  const panel = cellPanel(page);
  await expect(panel.getByText("Attempt 1")).toBeVisible();
  const firstSeed = await panel.locator("dd code").first().textContent();
  await page.keyboard.press("r");
  const form = dialog(page, /^Regenerate row 2/);
  await expect(form.getByRole("radio", { name: "New seed" })).toBeChecked();
  await form.getByRole("button", { name: "Regenerate cell" }).click();
  await expect(form.getByText("Enter a reason.")).toBeVisible();
  await sayWhy(form, "the cup melts", "Regenerate cell");
  await expect(cell(page, 2, "Ready.*2 attempts")).toBeVisible({ timeout: MADE_MS });
  await expect(panel.getByText("the cup melts")).toBeVisible();
  await expect(panel.getByRole("button", { name: /^Attempt [12]/ })).toHaveCount(2);
  await expect(panel.getByRole("button", { name: /^Attempt 1.*counted/ })).toBeVisible();
  await expect(panel.locator("dd code").first()).not.toHaveText(firstSeed ?? "");
  await expect(page.getByRole("columnheader").nth(2)).toContainText("↻ 0.13 per cell");
});

test("two clips are compared on one clock", async ({ page }) => {
  await openGrid(page);
  await tile(page, 0, 0).click({ modifiers: ["Shift"] });
  await tile(page, 0, 2).click({ modifiers: ["Shift"] });
  await page.getByRole("button", { name: "Compare cells" }).click();
  const player = dialog(page, "Compare clips");
  await expect(player.locator("video")).toHaveCount(2);
  const shownPx = (await player.locator("video").first().boundingBox())?.width ?? 0;
  expect(shownPx, "two clips share the width of the window").toBeGreaterThan(0.4 * (page.viewportSize()?.width ?? 0));
  const times = () => player.locator("video").evaluateAll((all: HTMLVideoElement[]) => all.map((v) => v.currentTime));
  const isReady = () =>
    player.locator("video").evaluateAll((all: HTMLVideoElement[]) => all.every((v) => v.readyState > 2));
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
  await player.getByRole("button", { name: "Next frame" }).click();
  await player.getByRole("button", { name: "Next frame" }).click();
  await expect(player.getByText(/· frame 2$/)).toBeVisible();
  const [first = 0, second = 1] = await times();
  expect(Math.abs(first - second), "both stand at the same frame").toBeLessThan(1 / 24);
  await player.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(async () => Math.min(...(await times())), { timeout: 30_000 }).toBeGreaterThan(0.3);
  await expect(page).toHaveURL(/compare=0\.0%2C0\.2|compare=0\.0,0\.2/);
  // The pointer rests on a button: the first Escape may close its tooltip, the next one the player.
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(player).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await expect(toasts(page)).toHaveCount(0);
});
