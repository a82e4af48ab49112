// Probe, poster and sprite sheet inside the jail against the same programs with the same arguments outside of it.
import { chmod, copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspectFile } from "../../apps/server/src/features/assets/media-inspect.ts";
import { withScratch } from "../../apps/server/src/features/assets/media-scratch.ts";
import { createMediaJail, type MediaJail } from "../../apps/server/src/platform/media-jail.ts";
import { render } from "../../apps/server/src/testing/media-samples.ts";
import { runBare } from "./bare-media.ts";
import { type CpuGroup, openCpuGroup } from "./cpu-group.ts";
import { machineTime, stolenShare } from "./cpu-time.ts";
import { drift, interval90, median } from "./statistics.ts";

const GOAL = 1.1;
const MP4 = { kind: "video", mime: "video/mp4", demuxer: "mov" } as const;
const CLIPS = [
  { name: "5 s of 720p", source: "testsrc2=s=1280x720:r=24:d=5" },
  { name: "10 s of 1080p", source: "testsrc2=s=1920x1080:r=30:d=10" },
];

interface Side {
  readonly name: string;
  readonly runner: Pick<MediaJail, "run">;
  readonly group: CpuGroup | undefined;
}

interface Cost {
  readonly wallS: number;
  readonly cpuS: number;
}

const measureOnce = ({ runner, group }: Side, clip: string, scratchRoot: string): Promise<Cost> =>
  withScratch(scratchRoot, 0, async (scratch) => {
    await copyFile(clip, scratch.inputPath);
    await chmod(scratch.inputPath, 0o644);
    group?.enter();
    const [startedMs, startedCpuS] = [performance.now(), group?.cpuSeconds() ?? Number.NaN];
    const found = await inspectFile(runner, scratch, { declaredMime: MP4.mime, type: MP4 });
    const wallS = (performance.now() - startedMs) / 1_000;
    if (!found || !("derivatives" in found) || !found.derivatives?.sprite) throw new Error("the clip was not drawn");
    return { wallS, cpuS: (group?.cpuSeconds() ?? Number.NaN) - startedCpuS };
  });

/** Each round asks every side once, forwards and then backwards, so that a drift of the machine meets all alike. */
const measure = async (
  sides: readonly Side[],
  rounds: number,
  act: (side: Side) => Promise<Cost>,
): Promise<Cost[][]> => {
  for (const side of sides) await act(side);
  const costs: Cost[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const order = [...sides.keys()];
    for (const at of round % 2 === 0 ? order : order.reverse()) {
      const side = sides[at];
      if (side) costs[at]?.push(await act(side));
    }
  }
  return costs;
};

const ratiosOf = (costs: readonly Cost[][], at: number, of: keyof Cost): number[] =>
  (costs[at] ?? []).map((cost, round) => cost[of] / (costs[0]?.[round]?.[of] ?? Number.NaN));

const line = (name: string, ratios: readonly number[], rest = ""): string => {
  const [low, high] = interval90(ratios);
  return `  ${name.padEnd(22)} ${median(ratios).toFixed(3)}  90 % ${low.toFixed(3)}–${high.toFixed(3)}  half ${drift(ratios).toFixed(3)}${rest}\n`;
};

const report = (clip: string, costs: Cost[][], hasCpu: boolean): boolean => {
  const headline = hasCpu ? "cpuS" : "wallS";
  const [jail, again] = [ratiosOf(costs, 1, headline), ratiosOf(costs, 2, headline)];
  const bareMs = median((costs[0] ?? []).map((cost) => cost[headline])) * 1_000;
  const isReached = median(jail) <= GOAL;
  const half = drift(jail);
  const isEven = Math.abs(median(again) - 1) <= 0.03 && half >= 0.95 && half <= 1.05;
  const goal = `  goal ≤ ${GOAL.toFixed(2)} ${isReached ? "reached" : "not reached"}`;
  process.stdout.write(
    `${clip}: jail against bare, ${costs[0]?.length} rounds, bare ${bareMs.toFixed(0)} ms ${hasCpu ? "of CPU" : "of time"}\n`,
  );
  process.stdout.write(line(hasCpu ? "CPU seconds" : "time (no CPU count)", jail, goal));
  if (hasCpu) process.stdout.write(line("time", ratiosOf(costs, 1, "wallS")));
  process.stdout.write(line("bare against itself", again));
  return isEven;
};

export const benchMedia = async (isSmoke: boolean): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), "dailies-media-bench-"));
  await chmod(folder, 0o711);
  const jail = createMediaJail({ running: 1, waiting: 1 });
  const sides: Side[] = [
    { name: "bare", runner: { run: runBare }, group: openCpuGroup("bare") },
    { name: "jail", runner: jail, group: openCpuGroup("jail") },
    { name: "again", runner: { run: runBare }, group: openCpuGroup("again") },
  ];
  const before = machineTime();
  let isEven = true;
  try {
    for (const { name, source } of isSmoke ? CLIPS.slice(0, 1) : CLIPS) {
      const encoded = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"];
      const clip = await render(join(folder, "clip.mp4"), ["-f", "lavfi", "-i", source, ...encoded]);
      const costs = await measure(sides, isSmoke ? 3 : 20, (side) => measureOnce(side, clip, join(folder, "scratch")));
      isEven = report(name, costs, sides[0]?.group !== undefined) && isEven;
    }
    const stolen = stolenShare(before);
    const isValid = isEven && stolen <= 0.05;
    process.stdout.write(
      `  stolen ${(stolen * 100).toFixed(1)} %: the run is ${isValid ? "valid" : "VOID (a gate was missed)"}\n`,
    );
    return isSmoke || isValid;
  } finally {
    for (const { group } of sides) await group?.close();
    await rm(folder, { recursive: true });
  }
};
