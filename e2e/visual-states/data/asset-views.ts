import { randomBytes } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { currentRun } from "../../environment.ts";
import { ensurePerformerCalled } from "../../fixtures/benchmarks/benchmarks.ts";
import { readFrom } from "../../fixtures/call.ts";
import { makeFilmFolder } from "../../fixtures/datasets/films.ts";
import { leavePage } from "../../fixtures/leave-page.ts";
import { CHECK_MS, chooseFiles, openAsset, openLibrary, panel, tile } from "../../fixtures/library.ts";
import type { View } from "../view.ts";

const NAMES = [
  "Night drive",
  "Paper boat",
  "Dancers",
  "Market stall",
  "Falling glass",
  "Fox in snow",
  "Rooftop",
  "Ferry",
];

/** Real clips, uploaded and checked by the console itself; reused the second time. */
const withAssets = async (page: Page): Promise<void> => {
  const { total } = await readFrom<{ total: number }>(page, "/asset/list?q=Night%20drive&limit=1");
  if (total > 0) return;
  await openLibrary(page);
  const films = await makeFilmFolder();
  const files = await Promise.all(NAMES.map((name, seed) => films.film(`${name}.mp4`, { seed: seed + 7, seconds: 3 })));
  await chooseFiles(page, [...files, await films.noise("Broken take.mp4", 5_000)]);
  const done = panel(page).getByRole("heading", { name: `${NAMES.length} of ${NAMES.length + 1} uploaded` });
  await expect(done).toBeVisible({ timeout: 2 * CHECK_MS });
  await films.remove();
  // The upload list would appear in the first screenshot and in no other.
  await leavePage(page);
};

const settled = async (page: Page): Promise<void> => {
  await expect(tile(page, "Night drive.mp4").locator("img")).toHaveJSProperty("complete", true);
};

const view = (name: string, open: (page: Page) => Promise<void>): View => ({
  name: `assets-${name}`,
  viewer: "administrator",
  open: async (page) => {
    await withAssets(page);
    await open(page);
  },
});

const FIRST_CLIP = { key: "video", label: "Source clip", role: "video", is_required: true, spec: { type: "text" } };

/** The form of a performer that takes a clip. */
const openClipForm = async (page: Page): Promise<Locator> => {
  const id = await ensurePerformerCalled(page, "Restyle", {
    kind: "model",
    adapter: "videos",
    endpoint: currentRun().performerUrl,
    model: "reference",
    input_schema: [FIRST_CLIP],
    capabilities: ["v2v"],
    limits: { concurrency: 1, rpm: null, timeout_s: 60 },
    pricing: null,
  });
  await page.goto(`/#/performer-playground?performer=${id}`);
  const form = page.getByRole("form", { name: "Run a performer" });
  await form.getByRole("button", { name: "Choose video" }).click();
  const picker = page.getByRole("dialog", { name: "Choose video" });
  const option = picker.getByRole("option", { name: /Night drive\.mp4/ });
  await expect(option.locator("img")).toHaveJSProperty("complete", true);
  await option.click();
  await expect(picker.getByRole("button", { name: "Use video" })).toBeEnabled();
  return picker;
};

export const ASSET_VIEWS: readonly View[] = [
  view("grid", async (page) => {
    await openLibrary(page);
    await settled(page);
  }),
  view("table", async (page) => {
    await openLibrary(page, "?view=table");
    await expect(page.getByText("Night drive.mp4")).toBeVisible();
  }),
  view("detail", async (page) => {
    await openLibrary(page);
    await settled(page);
    await openAsset(page, "Night drive.mp4");
  }),
  view("rejected", async (page) => {
    await openLibrary(page);
    await openAsset(page, "Broken take.mp4");
  }),
  view("selected", async (page) => {
    await openLibrary(page);
    await settled(page);
    await page.getByRole("grid", { name: "Assets" }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowRight");
    await expect(page.getByText("2 selected")).toBeVisible();
  }),
  view("picker", async (page) => {
    await openClipForm(page);
  }),
  view("picker-field", async (page) => {
    const picker = await openClipForm(page);
    await picker.getByRole("button", { name: "Use video" }).click();
    await expect(picker).toBeHidden();
    await expect(page.getByRole("button", { name: "Replace video" })).toBeVisible();
  }),
  view("nothing-found", async (page) => {
    await openLibrary(page, "?q=zzzz");
    await expect(page.getByText("No asset matches", { exact: true })).toBeVisible();
  }),
  view("uploading", async (page) => {
    await openLibrary(page);
    await settled(page);
    await page.route(/X-Amz-Signature/, (route) =>
      route.request().method() === "PUT" ? new Promise<void>(() => undefined) : route.continue(),
    );
    // From memory: a file on disk would have to outlive the screenshot.
    const take = (name: string) => ({ name, mimeType: "video/mp4", buffer: randomBytes(40_000) });
    await chooseFiles(page, [take("Long take.mp4"), take("Second unit.mp4")]);
    await expect(panel(page).getByText("Uploading")).toHaveCount(2);
  }),
];
