// Cold start to ready of the production bundle against a bare Fastify that opens one port. The goals are about wall-clock
// time. The smoke run shares its machine with other jobs, so it is judged by CPU time alone.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { API_V8_OPTIONS } from "../../apps/server/src/platform/code-cache.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { freePort } from "../../apps/server/src/testing/listening.ts";
import { machineTime, stolenShare } from "../../checks/machine-time.ts";
import { cpuNanoseconds } from "./cpu-time.ts";
import { type Bench, type BenchRun, controlVoids, PLANTED_SHARE, stolenVoids } from "./figures/bench-run.ts";
import { interval90, interval90OfMeans, mean, median } from "./statistics.ts";

const BUNDLE = fileURLToPath(new URL("../../apps/server/dist/api.js", import.meta.url));
const SOURCE = fileURLToPath(new URL("../../apps/server/src/bin/api.ts", import.meta.url));
const fastifyUrl = pathToFileURL(createRequire(SOURCE).resolve("fastify")).href;
const ROUNDS = 15;
const SMOKE_ROUNDS = 10;
/** On a shared machine the CPU time of two equal starts differs by this much. */
const CONTROL = 0.15;

const BARE = `
import Fastify from ${JSON.stringify(fastifyUrl)};
const app = Fastify();
app.get("/", async () => ({ ok: true }));
await app.listen({ host: "127.0.0.1", port: 0 });
process.send("ready");
`;

/** Preloaded before the bundle, so that the slowdown is planted in the start command and not in the product. */
const burning = (milliseconds: number): string => `
const microseconds = () => { const { user, system } = process.cpuUsage(); return user + system; };
for (const begun = microseconds(); microseconds() - begun < ${milliseconds * 1_000}; );
`;

interface Start {
  /** From process start until the ready message. */
  readonly tookMs: number;
  readonly cpuMs: number;
}

/** The API has the options that the supervisor gives it. */
const startOnce = async (program: string, preload?: string): Promise<Start> => {
  const env = {
    ...testEnvironment(),
    DAILIES_MODE: "production",
    DAILIES_HTTP_PORT: `${await freePort()}`,
    DAILIES_OPS_PORT: `${await freePort()}`,
  };
  const started = performance.now();
  const options = program === BUNDLE ? API_V8_OPTIONS : [];
  const args = [...options, ...(preload === undefined ? [] : ["--import", pathToFileURL(preload).href]), program];
  const child: ChildProcess = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const exited = once(child, "exit");
  await Promise.race([
    once(child, "message"),
    exited.then(() => Promise.reject(new Error(`${program} ended before it was ready`))),
  ]);
  const tookMs = performance.now() - started;
  const cpuMs = cpuNanoseconds(child.pid ?? 0) / 1e6;
  child.kill("SIGKILL");
  // The next start must not overlap with this shutdown.
  await exited;
  return { tookMs, cpuMs };
};

interface Starts {
  readonly bare: Start[];
  readonly bundle: Start[];
  readonly source: Start[];
}

const times = (starts: readonly Start[]): number[] => starts.map(({ tookMs }) => tookMs);
const costs = (starts: readonly Start[]): number[] => starts.map(({ cpuMs }) => cpuMs);

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Every second bare start against the others: how stable the machine was. */
const controlOf = (bare: readonly Start[]): number => {
  const half = (rest: number) => mean(costs(bare.filter((_, index) => index % 2 === rest)));
  return half(0) / half(1);
};

const describe = ({ bare, bundle, source }: Starts): string[] => {
  const line = (name: string, starts: readonly Start[]): string =>
    `${name} ${median(times(starts)).toFixed(0)} ms, ${median(costs(starts)).toFixed(0)} of processor`;
  return [
    line("bare Fastify", bare),
    line("production bundle", bundle),
    ...(source[0] ? [line("from source", source)] : []),
  ];
};

const conclude = (starts: Starts, stolen: number, isSmoke: boolean): BenchRun => {
  const { bare, bundle } = starts;
  const lines = describe(starts);
  print(`cold start to ready, medians of ${bundle.length} alternating rounds`);
  for (const line of lines) print(`  ${line}`);
  const [cpu, bareCpu] = [costs(bundle), costs(bare)];
  // Each start of the bundle has a bare one before and after it.
  const ratios = bundle.map(({ tookMs }, index) => tookMs / median(times(bare.slice(2 * index, 2 * index + 2))));
  // Means: next to a busy neighbour on the same core a start costs either 50 % more or nothing more, and a median of such a
  // bimodal distribution jumps between the two.
  const ofCpu = { id: "boot.cpu", value: mean(cpu) / mean(bareCpu), interval: interval90OfMeans(cpu, bareCpu) };
  const ofClock = [
    { id: "boot.ratio", value: median(ratios), interval: interval90(ratios) },
    { id: "boot.time", value: median(times(bundle)), interval: interval90(times(bundle)) },
  ];
  return {
    figures: isSmoke ? [ofCpu] : [...ofClock, ofCpu],
    voids: [...controlVoids("bare starts against each other", controlOf(bare), CONTROL), ...stolenVoids(stolen)],
    faults: [],
    notes: { boot: lines.join("; ") },
  };
};

export const benchBoot: Bench = async ({ isSmoke, isPlanted }) => {
  const folder = await mkdtemp(join(tmpdir(), "dailies-boot-"));
  const bare = join(folder, "bare.mjs");
  await writeFile(bare, BARE);
  try {
    const starts: Starts = { bare: [], bundle: [], source: [] };
    const preload = isPlanted ? join(folder, "burn.mjs") : undefined;
    await startOnce(bare);
    const { cpuMs } = await startOnce(BUNDLE);
    if (preload !== undefined) await writeFile(preload, burning(cpuMs * PLANTED_SHARE));
    if (!isSmoke) await startOnce(SOURCE);
    const before = machineTime();
    for (let round = 0; round < (isSmoke ? SMOKE_ROUNDS : ROUNDS); round++) {
      starts.bare.push(await startOnce(bare));
      starts.bundle.push(await startOnce(BUNDLE, preload));
      starts.bare.push(await startOnce(bare));
      if (!isSmoke) starts.source.push(await startOnce(SOURCE));
    }
    return conclude(starts, stolenShare(before), isSmoke);
  } finally {
    await rm(folder, { recursive: true });
  }
};
