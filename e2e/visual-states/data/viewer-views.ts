import { contract } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { answerCall, changeReply, refuseCall } from "../../fixtures/answers.ts";
import { openInViewer, storeViewerSets, type ViewerSets } from "../../fixtures/datasets/viewer-sets.ts";
import type { View } from "../view.ts";

let stored: Promise<ViewerSets> | undefined;

const ensureSets = (): Promise<ViewerSets> => {
  stored ??= storeViewerSets();
  return stored;
};

const view = (name: string, open: (page: Page, sets: ViewerSets) => Promise<void>): View => ({
  name: `viewer-${name}`,
  viewer: "administrator",
  open: async (page) => open(page, await ensureSets()),
});

const seen = (page: Page, words: string | RegExp): Promise<void> => expect(page.getByText(words).first()).toBeVisible();

/** The displayed frame must not depend on the machine's speed. */
const stopFilm = async (page: Page): Promise<void> => {
  const film = page.locator("video");
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThanOrEqual(2);
  await film.evaluate(async (video: HTMLVideoElement) => {
    video.pause();
    video.currentTime = 0;
  });
};

const MANY = 100_000;

/** Fakes the largest dataset size, which no machine here could store. */
const enlarge = async (page: Page): Promise<void> => {
  const size = { shards: MANY, counted_shards: MANY, samples: 1_000_000_000, raw_bytes: 1e15, stored_bytes: 1e15 };
  await changeReply(page, contract.viewer.openShards, (header) => ({ ...header, ...size }));
  const shards = Array.from({ length: MANY }, (_, shard) => shard);
  await answerCall(page, contract.viewer.mapShards, {
    total: MANY,
    first_sample: shards.map((shard) => shard * 10_000),
    samples: shards.map(() => 10_000),
    stored_bytes: shards.map((shard) => Math.round(5e9 + 5e9 * Math.sin(shard / 900) ** 2)),
    states: shards.map((shard) => (shard % 9_973 === 17 ? 4 : Number(shard < 60_000))),
  });
};

const verify = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Start verification" }).click();
  await expect(page.getByRole("dialog").getByText(/^(Errors: \d+|No errors)$/)).toBeVisible({ timeout: 90_000 });
};

/** The viewer in its main states. */
export const VIEWER_VIEWS: readonly View[] = [
  view("sample", async (page, { whole }) => {
    await openInViewer(page, whole, "&i=37");
    await seen(page, "direct from storage");
    await stopFilm(page);
  }),
  view("bytes", async (page, { whole }) => {
    await openInViewer(page, whole, "&i=37&column=video");
    await stopFilm(page);
    await page.getByRole("region", { name: "Bytes" }).scrollIntoViewIfNeeded();
    await seen(page, /66 74 79 70/);
  }),
  view("choose", async (page, { whole }) => {
    await openInViewer(page, whole);
    await page.goto("/#/sdv");
    await seen(page, "Recently opened");
  }),
  view("stream", async (page, { whole }) => {
    await openInViewer(page, whole, "&mode=stream&order=training&seed=7&rank=1&ranks=2");
    await seen(page, / of 30 · sample/);
    await stopFilm(page);
  }),
  view("verified", async (page, { broken }) => {
    await openInViewer(page, broken, "&panel=verify&colour=state");
    await verify(page);
  }),
  view("broken", async (page, { broken }) => {
    await openInViewer(page, broken, "&colour=state");
    await page.getByLabel("Index, shard:index or key").fill("2:0");
    await page.keyboard.press("Enter");
    await seen(page, "shard 2 : 0");
    await page.keyboard.press("ArrowLeft");
    await seen(page, /is cut off/);
  }),
  view("many", async (page, { whole }) => {
    await enlarge(page);
    await openInViewer(page, whole, "&colour=bytes");
    await seen(page, "1,000,000,000");
    await stopFilm(page);
  }),
  view("means", async (page, { whole }) => {
    await openInViewer(page, whole, "&colour=mean&mode=stream&order=file");
    const [compute, done] = [
      page.getByRole("button", { name: "Compute means" }),
      page.getByText(/evenly spaced samples/),
    ];
    await expect(compute.or(done).first()).toBeVisible();
    // The means are stored: only the first picture has to compute them.
    if (await compute.isVisible()) await compute.click();
    await expect(done).toBeVisible({ timeout: 60_000 });
  }),
  view("question", async (page, { whole }) => {
    const compressed = { compression: "zstd:7", stored_bytes: 61_000_000, raw_bytes: 67_108_864 };
    await changeReply(page, contract.viewer.getShard, (shard) => ({ ...shard, ...compressed }));
    const fetched = "shard 0 is compressed: 61 MB must be fetched to read from it";
    await refuseCall(page, contract.viewer.readSample, "too_large", fetched);
    await openInViewer(page, whole);
    await seen(page, /This sample requires downloading/);
  }),
  view("code", async (page, { whole }) => {
    await openInViewer(page, whole, "&i=37&panel=code");
    await seen(page, "from streaming import StreamingDataset");
  }),
  view("compare", async (page, { whole, broken }) => {
    await openInViewer(page, whole, `&panel=compare&against=${encodeURIComponent(broken)}`);
    await expect(page.getByRole("dialog").getByText("Counts", { exact: true })).toBeVisible();
  }),
  view("no-index", async (page, { whole }) => {
    await page.goto(`/#/sdv?uri=${encodeURIComponent(`${whole}old-index.json`)}`);
    await seen(page, "The dataset could not be opened");
    await seen(page, "shard.00000.mds");
  }),
];
