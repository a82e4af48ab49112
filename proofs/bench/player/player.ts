// Four synchronized clips against four clips that are merely started, with the same disturbances, in Chromium.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { renderClip } from "../../../apps/performer/src/render-clip.ts";
import { chromiumLaunch } from "../../../checks/environment.ts";
import { machineTime, stolenShare } from "../../../checks/machine-time.ts";
import { type Bench, type BenchRun, stolenVoids } from "../figures/bench-run.ts";
import { type Judgement, judge } from "./judge.ts";
import type { PlayOptions, Recording } from "./page.ts";
import { startSite } from "./site.ts";

const CLIPS = 4;
const FPS = 24;
/** One frame of a 60 Hz screen: nothing finer can be seen or measured. */
const ONE_PICTURE_MS = 17;

const CALM = { name: "naive, undisturbed", isSynced: false, isDisturbed: false };
const SYNCED = { name: "synced, disturbed", isSynced: true, isDisturbed: true };
const AGAIN = { ...CALM, name: "naive, undisturbed again" };
/** For contrast only; it yields no figure. */
const CONTRAST = { name: "naive, disturbed", isSynced: false, isDisturbed: true };

const renderClips = async (folder: string, seconds: number): Promise<string[]> => {
  const files = Array.from({ length: CLIPS }, (_, index) => join(folder, `${index}.mp4`));
  for (const [seed, file] of files.entries()) {
    const frame = { width: 640, height: 360, seconds, fps: FPS };
    const spec = { ...frame, prompt: `Clip ${seed + 1}`, seed, hasAudio: false, style: "steady" as const };
    await renderClip({ spec, file, workFolder: folder, onProgress: () => undefined });
  }
  return files;
};

const record = async (browser: Browser, origin: string, options: PlayOptions): Promise<Recording> => {
  const page = await browser.newPage({ viewport: { width: 1300, height: 740 } });
  try {
    await page.goto(origin);
    return await page.evaluate(async (given) => {
      const script = "/proofs/bench/player/page.ts";
      const { run } = (await import(script)) as { run: (options: PlayOptions) => Promise<Recording> };
      return run(given);
    }, options);
  } finally {
    await page.close();
  }
};

const line = (name: string, found: Judgement): string => {
  const back = found.backMs === undefined ? "" : `, back after ${found.backMs.toFixed(0)} ms`;
  return `  ${name.padEnd(25)} apart p50 ${found.settledP50.toFixed(2)} p99 ${found.settledP99.toFixed(2)} frames (with the disturbances p99 ${found.allP99.toFixed(2)})${back}; ${found.pictures} pictures p50 ${found.gapP50Ms.toFixed(1)} p99 ${found.gapP99Ms.toFixed(1)} longest ${found.longestGapMs.toFixed(0)} ms (with the disturbances ${found.longestWaitMs.toFixed(0)}); ${found.pauses} pauses, ${found.idlePauses} without a cause, ${found.samples} samples\n`;
};

const conclude = (found: ReadonlyMap<string, Judgement>, stolen: number): BenchRun => {
  const [calm, synced, again] = [CALM, SYNCED, AGAIN].map(({ name }) => found.get(name));
  if (!calm || !synced || !again) throw new Error("a run is missing");
  const calmP99Ms = Math.max(calm.gapP99Ms, again.gapP99Ms);
  const isEven = Math.abs(calm.gapP99Ms - again.gapP99Ms) <= ONE_PICTURE_MS;
  const undisturbed = `undisturbed runs ${calm.gapP99Ms.toFixed(1)} and ${again.gapP99Ms.toFixed(1)} ms`;
  return {
    figures: [
      { id: "player.apart", value: synced.settledP99 },
      { id: "player.back", value: synced.backMs ?? Number.POSITIVE_INFINITY },
      { id: "player.pictures", value: Math.max(0, synced.gapP99Ms - calmP99Ms) },
    ],
    voids: [...(isEven ? [] : [undisturbed]), ...stolenVoids(stolen)],
    faults: [],
    notes: { player: `${line("synced, disturbed", synced).trim().replace(/ +/g, " ")}; ${undisturbed}` },
  };
};

export const benchPlayer: Bench = async ({ isSmoke }) => {
  const [seconds, stallAtS] = isSmoke ? [6, 2] : [58, 20];
  // Two seconds longer than the measurement, so that a late start does not reach the end.
  const folder = await mkdtemp(join(tmpdir(), "dailies-player-bench-"));
  const site = await startSite(await renderClips(folder, seconds + 2));
  const { executablePath, args } = chromiumLaunch();
  const browser = await chromium.launch({
    executablePath,
    args: [...args, "--autoplay-policy=no-user-gesture-required"],
  });
  try {
    const before = machineTime();
    const found = new Map<string, Judgement>();
    process.stdout.write(`${CLIPS} clips of 640×360 at ${FPS} frames for ${seconds} s\n`);
    for (const { name, ...manner } of [CALM, SYNCED, ...(isSmoke ? [] : [CONTRAST]), AGAIN]) {
      const options = { ...manner, seconds, stallAtS, fps: FPS };
      const judged = judge(await record(browser, site.origin, options), FPS);
      found.set(name, judged);
      process.stdout.write(line(name, judged));
    }
    return conclude(found, stolenShare(before));
  } finally {
    await browser.close();
    await site.close();
    await rm(folder, { recursive: true });
  }
};
