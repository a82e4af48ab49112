// Probe, poster and sprite sheet inside the sandbox against the same programs with the same arguments outside of it.
import { chmod, copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspectFile } from "../../apps/server/src/features/assets/media/media-inspect.ts";
import { withScratch } from "../../apps/server/src/features/assets/media/media-scratch.ts";
import { createMediaJail, type MediaJail } from "../../apps/server/src/platform/sandbox/media-jail.ts";
import { render } from "../../apps/server/src/testing/media-samples.ts";
import { machineTime, stolenShare } from "../../checks/machine-time.ts";
import { runBare } from "./bare-media.ts";
import { type CpuGroup, openCpuGroup } from "./cpu-group.ts";
import { type Bench, type BenchRun, controlVoids, joinRuns, stolenVoids } from "./figures/bench-run.ts";
import { drift, interval90, median } from "./statistics.ts";

/**
 * Allowed deviation from one, for bare against itself and for the halves of the run; three rounds are less precise than
 * twenty.
 */
const FULL = { rounds: 20, control: 0.03, halves: 0.05 };
const SMOKE = { rounds: 4, control: 0.1, halves: 0.15 };
const MP4 = { kind: "video", mime: "video/mp4", demuxer: "mov" } as const;
const CLIPS = [
  { name: "5 s of 720p", id: "media.720p", source: "testsrc2=s=1280x720:r=24:d=5" },
  { name: "10 s of 1080p", id: "media.1080p", source: "testsrc2=s=1920x1080:r=30:d=10" },
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

/** Each round runs every side once, forwards and then backwards, so that drift of the machine affects all alike. */
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

const line = (name: string, ratios: readonly number[]): string => {
  const [low, high] = interval90(ratios);
  return `  ${name.padEnd(22)} ${median(ratios).toFixed(3)}  90 % ${low.toFixed(3)}–${high.toFixed(3)}  half ${drift(ratios).toFixed(3)}\n`;
};

const report = (clip: (typeof CLIPS)[number], costs: Cost[][], hasCpu: boolean, extent: typeof FULL): BenchRun => {
  const headline = hasCpu ? "cpuS" : "wallS";
  const [jail, again] = [ratiosOf(costs, 1, headline), ratiosOf(costs, 2, headline)];
  const bareMs = median((costs[0] ?? []).map((cost) => cost[headline])) * 1_000;
  const bare = `bare ${bareMs.toFixed(0)} ms ${hasCpu ? "of CPU" : "of time"}`;
  process.stdout.write(`${clip.name}: jail against bare, ${costs[0]?.length} rounds, ${bare}\n`);
  process.stdout.write(line(hasCpu ? "CPU seconds" : "time (no CPU count)", jail));
  if (hasCpu) process.stdout.write(line("time", ratiosOf(costs, 1, "wallS")));
  process.stdout.write(line("bare against itself", again));
  return {
    figures: [{ id: clip.id, value: median(jail), interval: interval90(jail) }],
    voids: [
      ...controlVoids("bare against itself", median(again), extent.control),
      ...controlVoids("the halves", drift(jail), extent.halves),
    ],
    faults: [],
    notes: {
      media: `${clip.name}: ${bare}, against itself ${median(again).toFixed(3)}, halves ${drift(jail).toFixed(3)}`,
    },
  };
};

export const benchMedia: Bench = async ({ isSmoke }) => {
  const folder = await mkdtemp(join(tmpdir(), "dailies-media-bench-"));
  await chmod(folder, 0o711);
  const jail = createMediaJail({ running: 1, waiting: 1 });
  const sides: Side[] = [
    { name: "bare", runner: { run: runBare }, group: openCpuGroup("bare") },
    { name: "jail", runner: jail, group: openCpuGroup("jail") },
    { name: "again", runner: { run: runBare }, group: openCpuGroup("again") },
  ];
  const before = machineTime();
  const extent = isSmoke ? SMOKE : FULL;
  const runs: BenchRun[] = [];
  try {
    for (const each of isSmoke ? CLIPS.slice(0, 1) : CLIPS) {
      const encoded = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"];
      const clip = await render(join(folder, "clip.mp4"), ["-f", "lavfi", "-i", each.source, ...encoded]);
      const costs = await measure(sides, extent.rounds, (side) => measureOnce(side, clip, join(folder, "scratch")));
      runs.push(report(each, costs, sides[0]?.group !== undefined, extent));
    }
    return joinRuns(runs, stolenVoids(stolenShare(before)));
  } finally {
    for (const { group } of sides) await group?.close();
    await rm(folder, { recursive: true });
  }
};
