import type { Page } from "@playwright/test";
import { currentRun, isSharedMachine } from "./environment.ts";
import { percentileOf, ratioInterval, type Scroll, scrollFor } from "./story/frames.ts";
import { insertManyCells } from "./story/many-cells.ts";
import type { Person } from "./story/people.ts";
import { type StoredClips, storeClips } from "./story/stored-clips.ts";
import { expect, test } from "./story/test.ts";
import { addTinyPerformer, MAKER_PERMISSIONS, unique } from "./story/tiny-performer.ts";

/** The smallest lies on the screen almost whole; in the others a scroll brings new cells into the page all the time. */
const SIZES = {
  few: { rows: 10, columns: 5 },
  some: { rows: 100, columns: 20 },
  many: { rows: 1_000, columns: 20 },
} as const;
type Size = keyof typeof SIZES;
const ALL_SIZES = ["few", "some", "many"] as const;

const ROUND_MS = 4_000;
const ACROSS_PX = 20;
const MAX_LIVE_VIDEOS = 8;
/** What must hold; on a shared machine only that nothing is out of all proportion. */
const LIMITS = isSharedMachine()
  ? { growth: 2, overFew: 6, longTasks: 20, rounds: 2 }
  : { growth: 1.1, overFew: 3, longTasks: 4, rounds: 6 };

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

test("a benchmark of 20,000 clips is filled", async ({ page }) => {
  const performerName = await addTinyPerformer(page);
  stored = await storeClips({ clips: 20, posters: 200 });
  const { databaseUrl } = currentRun();
  for (const size of ALL_SIZES) {
    const wanted = { ...SIZES[size], name: unique(`${size} cells`), ownerId: owner.id, performerName, stored };
    tasks[size] = await insertManyCells(databaseUrl, wanted);
  }
  await openGrid(page, "many");
  await expect(page.getByText("20,000 of 20,000 ready")).toBeVisible();
});

const describeRounds = (rounds: readonly Scroll[]): string => {
  const frames = rounds.flatMap(({ frameMs }) => frameMs);
  const long = rounds.flatMap(({ longTasks }) => longTasks);
  const longestMs = Math.max(0, ...long.map(({ durationMs }) => durationMs));
  const [p50, p99] = [0.5, 0.99].map((share) => percentileOf(frames, share).toFixed(1));
  return `p50 ${p50} ms, p99 ${p99} ms of ${frames.length} frames, ${long.length} long tasks (longest ${longestMs} ms)`;
};

test("1,000 × 20 cells scroll both ways as few do", async ({ page }) => {
  const rounds: Record<Size, Scroll[]> = { few: [], some: [], many: [] };
  const scrollOnce = async (size: Size): Promise<Scroll> => {
    await openGrid(page, size);
    await page.waitForTimeout(500);
    return scrollFor(page, '[role="grid"]', ROUND_MS, ACROSS_PX);
  };
  // Once unmeasured: the first visit compiles the page.
  for (const size of ["few", "many"] as const) await scrollOnce(size);
  for (let round = 0; round < LIMITS.rounds; round += 1) {
    // Back and forth, so that none of them always has the machine at its best.
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
  expect(growth.low, "ten times the rows cost no more than a tenth").toBeLessThanOrEqual(LIMITS.growth);
  expect(overFew.low, "against a grid that lies on the screen").toBeLessThanOrEqual(LIMITS.overFew);
  expect(long("many"), "no more long tasks than the machine makes").toBeLessThanOrEqual(
    long("some") + LIMITS.longTasks,
  );
  expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(3_000);
});

test.describe("with motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("never more than eight videos live while the pointer wanders", async ({ page }) => {
    await openGrid(page, "many");
    const counts: number[] = [];
    let played = 0;
    const tiles = page.getByRole("grid").locator('[data-cell][data-status="Succeeded"]');
    for (let visit = 0; visit < 24; visit += 1) {
      await tiles.nth(visit % 12).hover();
      await page.waitForTimeout(visit % 3 === 0 ? 700 : 120);
      if (visit % 6 === 5) await page.mouse.wheel(0, 700);
      const videos = await page
        .locator("video")
        .evaluateAll((all: HTMLVideoElement[]) => all.map((v) => v.currentTime));
      counts.push(videos.length);
      if (videos.some((time) => time > 0)) played += 1;
    }
    process.stdout.write(
      `at most ${Math.max(...counts)} videos at once; ${played} of ${counts.length} looks saw one play\n`,
    );
    expect(Math.max(...counts)).toBeLessThanOrEqual(MAX_LIVE_VIDEOS);
    expect(played, "what the pointer rests on plays").toBeGreaterThan(0);
  });
});
