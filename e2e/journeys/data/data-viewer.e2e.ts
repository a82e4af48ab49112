import type { BrowserContext, Page, Request } from "@playwright/test";
import { openInViewer, storeViewerSets, type ViewerSets } from "../../fixtures/datasets/viewer-sets.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial", timeout: 180_000 });

/** Deterministic: the fixture always has an HEVC clip here. */
const HEVC_SAMPLE = 38;

let sets: ViewerSets;
let administrator: Person;

test.beforeAll(async ({ people }) => {
  test.setTimeout(180_000);
  administrator = await people.add({ permissions: ["ADMIN_MANAGE_R"] });
  sets = await storeViewerSets();
});

test.beforeEach(async ({ enterAs }) => enterAs(administrator));

interface NetworkLog {
  /** Ranges requested from storage, and by whom. */
  readonly ranges: string[];
  readonly wholes: string[];
  /** Requests to the API's byte routes. */
  readonly relayed: string[];
}

/** Every request of the page and its worker, grouped by what it fetched. */
const watchNetwork = (context: BrowserContext): NetworkLog => {
  const log: NetworkLog = { ranges: [], wholes: [], relayed: [] };
  context.on("request", (request: Request) => {
    const { pathname } = new URL(request.url());
    if (/\/api_v1\/sdv\/[^/]+\/(blob|bytes)\//.test(pathname)) log.relayed.push(pathname);
    if (!pathname.endsWith(".mds") || request.method() === "OPTIONS") return;
    const { range } = request.headers();
    if (range === undefined) log.wholes.push(pathname);
    else log.ranges.push(`${request.serviceWorker() ? "worker" : "page"} ${range}`);
  });
  return log;
};

const goTo = async (page: Page, what: string): Promise<void> => {
  await page.getByLabel("Index, shard:index or key").fill(what);
  await page.keyboard.press("Enter");
};

const isPlaying = (page: Page): Promise<boolean> =>
  page.locator("video").evaluate((video: HTMLVideoElement) => video.readyState >= 2 && video.currentTime > 0);

const reads = (page: Page, who: "page" | "api"): Promise<string> => page.locator(`[data-meter=${who}]`).innerText();

test("the viewer opens shards by their address and plays a video from inside one, straight from storage", async ({
  page,
}) => {
  const log = watchNetwork(page.context());
  await openInViewer(page, sets.whole);
  await expect(page.getByLabel("Dataset details").getByText("60", { exact: true })).toBeVisible();

  await goTo(page, "36");
  await expect(page.getByText("Sample 36", { exact: true })).toBeVisible();
  await expect(page.locator("figure[data-way=storage]")).toBeVisible();
  await expect.poll(() => isPlaying(page), { message: "the video inside the shard plays" }).toBe(true);

  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("Sample 37", { exact: true })).toBeVisible();
  await expect.poll(() => isPlaying(page)).toBe(true);
  await goTo(page, "1:3");
  await expect(page.getByText("shard 1 : 3", { exact: true })).toBeVisible();
  await expect.poll(() => isPlaying(page)).toBe(true);

  expect(log.relayed, "the API passes no bytes on").toEqual([]);
  expect(log.wholes, "no shard is fetched whole").toEqual([]);
  expect(log.ranges.length, "storage is asked for ranges").toBeGreaterThanOrEqual(3);
  expect(
    log.ranges.every((line) => /^worker bytes=\d+-\d+$/.test(line)),
    log.ranges.join("\n"),
  ).toBe(true);
  expect(await reads(page, "page"), "this page read the shards").not.toContain(" 0 requests");
  expect(await reads(page, "api"), "the API read nothing for it").toContain(" 0 requests");
});

test("the viewer says so when a clip is stored as this browser cannot play it", async ({ page }) => {
  await openInViewer(page, sets.whole, `&i=${HEVC_SAMPLE}`);
  await expect(page.getByText("This browser cannot play video/mp4.")).toBeVisible();
});

test("the viewer keeps its position in the address, and restores it after a hard reload", async ({ page }) => {
  await openInViewer(page, sets.whole, "&i=37&column=video");
  await expect(page.getByText("Sample 37", { exact: true })).toBeVisible();
  const chrome = await page.context().newCDPSession(page);
  await chrome.send("Page.reload", { ignoreCache: true });
  await expect(page.getByText("Sample 37", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /= video$/ })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("region", { name: "Bytes" }).getByText(/66 74 79 70/)).toBeVisible();
  await expect.poll(() => isPlaying(page)).toBe(true);
});

test("the viewer streams as a training would, and says that it is a simulation", async ({ page, faults }) => {
  // The page releases a clip that the user skips, possibly before the browser has its first byte.
  faults.allow(/status of 404/);
  await openInViewer(page, sets.whole, "&mode=stream&order=training&seed=7&rank=1&ranks=2");
  await expect(page.getByText(/This order is simulated/)).toBeVisible();
  await expect(page.getByText(/^1 of 30 · sample \d+$/)).toBeVisible();
  const first = await page.getByText(/ of 30 · sample/).innerText();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText(/^2 of 30 · sample \d+$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^2 of 30 · sample \d+$/)).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByText(first, { exact: true })).toBeVisible();
});

test("the viewer verifies a whole set and finds nothing", async ({ page }) => {
  await openInViewer(page, sets.whole);
  await page.getByRole("button", { name: "Verify shards" }).click();
  await page.getByRole("button", { name: "Start verification" }).click();
  await expect(page.getByRole("dialog").getByText("No errors", { exact: true })).toBeVisible({ timeout: 90_000 });
  await page.keyboard.press("Escape");
  await page.getByText("Verified", { exact: true }).click();
  await expect(page.getByText(/^verified \d+$/)).toBeVisible();
});

test("the viewer shows where a truncated shard broke and goes back to the last good sample", async ({
  page,
  faults,
}) => {
  faults.allow(/status of (422|502)/);
  await openInViewer(page, sets.broken);
  await goTo(page, "2:0");
  await expect(page.getByText("shard 2 : 0", { exact: true })).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByText(/shard 1 is cut off/)).toBeVisible();
  await expect(page.getByText(/the last good sample is \d+/)).toBeVisible();

  await page.getByRole("alert").getByRole("button", { name: "Verify shards" }).click();
  await page.getByRole("radio", { name: "Shard 1 only" }).click();
  await page.getByRole("button", { name: "Start verification" }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByText(/^Errors: \d+$/)).toBeVisible({ timeout: 90_000 });
  const back = drawer.getByRole("button", { name: /^Last valid sample: \d+$/ }).first();
  const lastGood = (await back.innerText()).replace(/\D/g, "");
  await back.click();
  await expect(page.getByText(`Sample ${lastGood}`, { exact: true })).toBeVisible();
  await expect.poll(() => isPlaying(page)).toBe(true);
});

test.describe("where no worker may run", () => {
  test.use({ serviceWorkers: "block" });

  test("plays through the API and says why", async ({ page }) => {
    const log = watchNetwork(page.context());
    await openInViewer(page, sets.whole, "&i=5");
    await expect(page.getByText(/no service worker in this browser/)).toBeVisible();
    await expect.poll(() => isPlaying(page)).toBe(true);
    expect(log.relayed.length).toBeGreaterThan(0);
    expect(log.ranges).toEqual([]);
  });
});
