import type { Page } from "@playwright/test";
import { currentRun, isSharedMachine } from "../../environment.ts";
import { insertManyCells } from "../../fixtures/benchmarks/many-cells.ts";
import { addTinyPerformer, MAKER_PERMISSIONS, unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import {
  percentileOf,
  ratioInterval,
  type Scroll,
  scrollFor,
  waitForPictures,
} from "../../fixtures/datasets/frames.ts";
import { type StoredClips, storeClips } from "../../fixtures/datasets/stored-clips.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

/** The smallest fits on the screen almost completely; in the others a scroll constantly adds new cells to the page. */
const SIZES = {
  few: { rows: 10, columns: 5 },
  some: { rows: isSharedMachine() ? 40 : 100, columns: 20 },
  many: { rows: isSharedMachine() ? 200 : 1_000, columns: 20 },
} as const;
type Size = keyof typeof SIZES;
const ALL_SIZES = ["few", "some", "many"] as const;

const CELLS = (SIZES.many.rows * SIZES.many.columns).toLocaleString("en-US");

const ROUND_MS = isSharedMachine() ? 1_000 : 4_000;
const ROUNDS = isSharedMachine() ? 1 : 6;
const ACROSS_PX = 20;
const MAX_LIVE_VIDEOS = 8;
/** Ratios of CPU time per step. */
const CPU_LIMITS = { growth: 2, overFew: 6 };
/** Frame times can only be measured on an otherwise idle machine. */
const FRAME_LIMITS = { growth: 1.1, overFew: 3, longTasks: 4 };

test.describe.configure({ mode: "serial", timeout: 300_000 });

let owner: Person;
let stored: StoredClips | undefined;
const tasks: Record<Size, string> = { few: "", some: "", many: "" };

test.beforeEach(async ({ people, enterAs }) => {
  owner ??= await people.add({ realname: "Lara Large", permissions: MAKER_PERMISSIONS });
  await enterAs(owner);
});
test.afterAll(async () => {
  await stored?.remove();
});

const openGrid = async (page: Page, size: Size): Promise<void> => {
  await page.goto("about:blank");
  await page.goto(`/#/task-generate?task=${tasks[size]}`);
  await expect(page.getByRole("gridcell", { name: /^Row 1, Checkpoint 1: Ready/ })).toBeVisible();
  await expect(page.getByRole("grid").locator("img").first()).toHaveJSProperty("complete", true);
};

test(`a benchmark of ${CELLS} clips is filled`, async ({ page }) => {
  const performerName = await addTinyPerformer(page);
  stored = await storeClips(isSharedMachine() ? { clips: 8, posters: 60 } : { clips: 20, posters: 200 });
  const { databaseUrl } = currentRun();
  for (const size of ALL_SIZES) {
    const wanted = { ...SIZES[size], name: unique(`${size} cells`), ownerId: owner.id, performerName, stored };
    tasks[size] = await insertManyCells(databaseUrl, wanted);
  }
  await openGrid(page, "many");
  await expect(page.getByText(`${CELLS} of ${CELLS} ready`)).toBeVisible();
});

const describeRounds = (rounds: readonly Scroll[]): string => {
  const frames = rounds.flatMap(({ frameMs }) => frameMs);
  const long = rounds.flatMap(({ longTasks }) => longTasks);
  const longestMs = Math.max(0, ...long.map(({ durationMs }) => durationMs));
  const [p50, p99] = [0.5, 0.99].map((share) => percentileOf(frames, share).toFixed(1));
  return `p50 ${p50} ms, p99 ${p99} ms of ${frames.length} frames, ${long.length} long tasks (longest ${longestMs} ms)`;
};

test(`${CELLS} cells scroll both ways as few do`, async ({ page }) => {
  const rounds: Record<Size, Scroll[]> = { few: [], some: [], many: [] };
  const scrollOnce = async (size: Size): Promise<Scroll> => {
    await openGrid(page, size);
    await waitForPictures(page);
    return scrollFor(page, '[role="grid"]', ROUND_MS, ACROSS_PX);
  };
  // One unmeasured run: the first visit compiles the page.
  await scrollOnce("some");
  for (let round = 0; round < ROUNDS; round += 1) {
    // In alternating order, so that none of them always runs when the machine is fastest.
    const order = round % 2 === 0 ? ALL_SIZES : ALL_SIZES.toReversed();
    for (const size of order) rounds[size].push(await scrollOnce(size));
  }
  const frames = (size: Size) => rounds[size].map(({ frameMs }) => frameMs);
  const long = (size: Size): number => rounds[size].flatMap(({ longTasks }) => longTasks).length;
  const growth = ratioInterval(frames("many"), frames("some"));
  const overFew = ratioInterval(frames("many"), frames("few"));
  for (const size of ALL_SIZES) {
    const { rows, columns } = SIZES[size];
    process.stdout.write(`${rows} × ${columns}: ${describeRounds(rounds[size])}\n`);
  }
  const words = ({ ratio, low, high }: typeof growth) => `${ratio.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
  process.stdout.write(`p99 of the largest over 100 × 20: ${words(growth)}, over 10 × 5: ${words(overFew)}\n`);
  const cpuMs = (size: Size): number =>
    percentileOf(
      rounds[size].map(({ stepCpuMs }) => stepCpuMs),
      0.5,
    );
  const cpuWords = ALL_SIZES.map((size) => cpuMs(size).toFixed(1)).join(", ");
  process.stdout.write(`processor time of a step, from the smallest to the largest: ${cpuWords} ms\n`);
  expect(cpuMs("many"), "many rows cost a step no more").toBeLessThanOrEqual(CPU_LIMITS.growth * cpuMs("some"));
  expect(cpuMs("many"), "nor against a grid that lies on the screen").toBeLessThanOrEqual(
    CPU_LIMITS.overFew * cpuMs("few"),
  );
  if (!isSharedMachine()) {
    expect(growth.low, "ten times the rows cost no more than a tenth").toBeLessThanOrEqual(FRAME_LIMITS.growth);
    expect(overFew.low, "against a grid that lies on the screen").toBeLessThanOrEqual(FRAME_LIMITS.overFew);
    expect(long("many"), "no more long tasks than the machine makes").toBeLessThanOrEqual(
      long("some") + FRAME_LIMITS.longTasks,
    );
  }
  expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(3_000);
});

test.describe("with motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("never more than eight videos live while the pointer wanders", async ({ page }) => {
    await openGrid(page, "many");
    const mostLive = await countLiveVideos(page);
    const played = (): Promise<boolean> =>
      page.locator("video").evaluateAll((all: HTMLVideoElement[]) => all.some(({ currentTime }) => currentTime > 0));
    const tiles = page.getByRole("grid").locator('[data-cell][data-status="Succeeded"]');
    for (let visit = 0; visit < 24; visit += 1) {
      await tiles.nth(visit % 12).hover();
      // The others are left immediately, as by a passing pointer.
      if (visit % 3 === 0) await expect.poll(played, "what the pointer rests on plays").toBe(true);
      if (visit % 6 === 5) await page.mouse.wheel(0, 700);
    }
    process.stdout.write(`at most ${await mostLive()} videos at once\n`);
    expect(await mostLive()).toBeLessThanOrEqual(MAX_LIVE_VIDEOS);
  });
});

/** Counts at every DOM mutation, so that no change between two polls is missed. */
const countLiveVideos = async (page: Page): Promise<() => Promise<number>> => {
  const most = await page.evaluateHandle(() => {
    const seen = { videos: 0 };
    new MutationObserver(() => {
      seen.videos = Math.max(seen.videos, document.querySelectorAll("video").length);
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  return () => most.evaluate(({ videos }) => videos);
};
