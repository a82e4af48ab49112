import { planFrames } from "../../../apps/server/src/features/metrics/measuring/measure.rules.ts";
import { runBare } from "../bare-media.ts";
import { type CpuGroup, openCpuGroup } from "../cpu-group.ts";
import { type BenchRun, controlVoids } from "../figures/bench-run.ts";
import { drift, interval90, median } from "../statistics.ts";
import { renderTimed, SMOKED, TIMED, type Timed } from "./clips.ts";
import { type Laboratory, measureFile, probe } from "./laboratory.ts";

const LIMITS = { cpuS: 600, wallMs: 600_000, memoryBytes: 2 * 1024 ** 3, outputFileBytes: 0 };

interface Cost {
  readonly wallS: number;
  readonly cpuS: number;
}

interface Side {
  readonly name: string;
  readonly group: CpuGroup | undefined;
  readonly act: () => Promise<void>;
}

/** The minimum: the same decoder and size, with every frame discarded. */
const decodeOnly = async (path: string, { width, height }: { width: number; height: number }): Promise<void> => {
  const args = [
    "-v",
    "error",
    "-nostdin",
    "-threads",
    "2",
    "-i",
    "/in/file",
    "-filter_complex_threads",
    "1",
    "-an",
    "-vf",
    `scale=${width}:${height}:flags=area,format=gray`,
    "-fps_mode",
    "passthrough",
    "-f",
    "null",
    "-",
  ];
  const { exitCode, stderr } = await runBare({ program: "ffmpeg", args, inputPath: path, limits: LIMITS });
  if (exitCode !== 0) throw new Error(stderr);
};

const measureOnce = async ({ group, act }: Side): Promise<Cost> => {
  group?.enter();
  const [startedMs, startedCpuS] = [performance.now(), group?.cpuSeconds() ?? Number.NaN];
  await act();
  return {
    wallS: (performance.now() - startedMs) / 1_000,
    cpuS: (group?.cpuSeconds() ?? Number.NaN) - startedCpuS,
  };
};

/** Each round runs every side once, forwards and then backwards, so that drift of the machine affects all alike. */
const measureRounds = async (sides: readonly Side[], rounds: number): Promise<Cost[][]> => {
  for (const side of sides) await measureOnce(side);
  const costs: Cost[][] = sides.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const order = [...sides.keys()];
    for (const at of round % 2 === 0 ? order : order.reverse()) {
      const side = sides[at];
      if (side) costs[at]?.push(await measureOnce(side));
    }
  }
  return costs;
};

const ratiosOf = (costs: readonly Cost[][], at: number, of: keyof Cost): number[] =>
  (costs[at] ?? []).map((cost, round) => cost[of] / (costs[0]?.[round]?.[of] ?? Number.NaN));

const line = (name: string, ratios: readonly number[]): string => {
  const [low, high] = interval90(ratios);
  return `  ${name.padEnd(26)} ${median(ratios).toFixed(3)}  90 % ${low.toFixed(3)}–${high.toFixed(3)}  half ${drift(ratios).toFixed(3)}\n`;
};

const report = ({ name, id, control }: Timed, costs: Cost[][], hasCpu: boolean): BenchRun => {
  const headline = hasCpu ? "cpuS" : "wallS";
  const [ours, again] = [ratiosOf(costs, 1, headline), ratiosOf(costs, 2, headline)];
  const bareMs = median((costs[0] ?? []).map((cost) => cost[headline])) * 1_000;
  const bare = `decoding ${bareMs.toFixed(0)} ms ${hasCpu ? "of CPU" : "of time"}`;
  process.stdout.write(`${name}: measuring against decoding alone, ${costs[0]?.length} rounds, ${bare}\n`);
  process.stdout.write(line(hasCpu ? "CPU seconds" : "time (no CPU count)", ours));
  if (hasCpu) process.stdout.write(line("time", ratiosOf(costs, 1, "wallS")));
  process.stdout.write(line("decoding against itself", again));
  return {
    figures: [{ id, value: median(ours), interval: interval90(ours) }],
    voids: controlVoids("decoding against itself", median(again), control),
    faults: [],
    notes: { metrics: `${name}: ${bare}, against itself ${median(again).toFixed(3)}` },
  };
};

/** Prints the cost of measuring against decoding alone. */
export const weigh = async (laboratory: Laboratory, isSmoke: boolean): Promise<BenchRun[]> => {
  const runs: BenchRun[] = [];
  for (const timed of isSmoke ? SMOKED : TIMED) {
    const clip = await renderTimed(laboratory.folder, timed.source);
    const known = await probe(laboratory, clip);
    const frame = planFrames({ width: known.width ?? 0, height: known.height ?? 0 });
    const sides: Side[] = [
      { name: "decode", group: openCpuGroup("decode"), act: () => decodeOnly(clip, frame) },
      {
        name: "measure",
        group: openCpuGroup("measure"),
        act: async () => {
          await measureFile(laboratory, clip, known);
        },
      },
      { name: "again", group: openCpuGroup("again"), act: () => decodeOnly(clip, frame) },
    ];
    try {
      const costs = await measureRounds(sides, timed.rounds);
      runs.push(report(timed, costs, sides[0]?.group !== undefined));
    } finally {
      for (const { group } of sides) await group?.close();
    }
  }
  return runs;
};
