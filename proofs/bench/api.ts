// Requests per CPU-second of the product's HTTP layer against bare node:http sending the same bytes.
// The servers are loaded one after another in short slices, forwards and backwards in turn, and the CPU time of each is read:
// a change of the machine affects all of them alike, and none evicts the caches of another. A pair of equal servers and a
// drift check decide whether a run is valid.
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { machineTime, stolenShare } from "../../checks/machine-time.ts";
import { cpuNanoseconds } from "./cpu-time.ts";
import { type Bench, type BenchRun, controlVoids, PLANTED_SHARE, stolenVoids } from "./figures/bench-run.ts";
import { type ApiMember, GENERATOR_CORE, type Member, startMember } from "./members.ts";
import { withSampleSessions } from "./sample-sessions.ts";
import { drift, interval90, median } from "./statistics.ts";

interface Slice {
  requestsPerCpuSecond: number[];
  failed: number;
}

/** Members whose figure has a goal. */
const FIGURES: Record<string, string> = { checked: "api.checked", everything: "api.everything" };

/** Duration or number of requests for the load generator. */
type Load = { readonly durationMs: number } | { readonly requests: number };

interface Extent {
  readonly slices: number;
  readonly slice: Load;
  readonly warm: Load;
  /** Allowed deviation from one, for the pair of equal servers and for the halves of the run. */
  readonly control: number;
  readonly halves: number;
}

const FULL: Extent = {
  slices: 16,
  slice: { durationMs: 2_000 },
  warm: { durationMs: 10_000 },
  control: 0.03,
  halves: 0.05,
};
/** By count: on a busy machine a short time would be over before the servers are warm. */
const SMOKE: Extent = {
  slices: 8,
  slice: { requests: 20_000 },
  warm: { requests: 30_000 },
  control: 0.06,
  halves: 0.1,
};

const startGenerator = () => {
  const program = fileURLToPath(new URL("./generator.ts", import.meta.url));
  const child: ChildProcess = spawn("taskset", ["-c", GENERATOR_CORE, process.execPath, program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (!child.stdin || !child.stdout) throw new Error("the load generator did not start");
  const { stdin } = child;
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    load: async (port: number, extent: Load, cookies: string[]): Promise<{ answered: number; failed: number }> => {
      stdin.write(`${JSON.stringify({ port, cookies, ...extent })}\n`);
      return JSON.parse((await lines.next()).value as string);
    },
    stop: () => child.kill("SIGKILL"),
  };
};

const startCollector = (): Promise<{ url: string; stop(): void }> => {
  const server = createServer((request, response) => request.resume().on("end", () => response.end("{}")));
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () =>
      resolve({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }),
    ),
  );
};

type LoadPort = (port: number) => Promise<{ answered: number; failed: number }>;

const measureSlice = async (members: readonly Member[], inTurn: readonly Member[], load: LoadPort): Promise<Slice> => {
  const rates = new Map<Member, number>();
  let failed = 0;
  for (const member of inTurn) {
    const before = cpuNanoseconds(member.pid);
    const count = await load(member.port);
    rates.set(member, count.answered / ((cpuNanoseconds(member.pid) - before) / 1e9));
    failed += count.failed;
  }
  return { requestsPerCpuSecond: members.map((member) => rates.get(member) ?? Number.NaN), failed };
};

/** Makes every request of the product more expensive by a share of its measured cost. */
const plantSlowdown = async (members: readonly ApiMember[], { requestsPerCpuSecond }: Slice): Promise<void> => {
  for (const [index, member] of members.entries()) {
    const microseconds = (1e6 / (requestsPerCpuSecond[index] ?? Number.NaN)) * PLANTED_SHARE;
    if (FIGURES[member.name] !== undefined) await member.burn(microseconds);
  }
};

const measure = async (
  members: ApiMember[],
  options: Extent & { cookies: string[]; isPlanted: boolean },
): Promise<Slice[]> => {
  const generator = startGenerator();
  try {
    for (const member of members) await generator.load(member.port, options.warm, options.cookies);
    const slices: Slice[] = [];
    const next = (inTurn: readonly ApiMember[]): Promise<Slice> =>
      measureSlice(members, inTurn, (port) => generator.load(port, options.slice, options.cookies));
    if (options.isPlanted) await plantSlowdown(members, await next(members));
    const backwards = members.toReversed();
    for (let i = 0; i < options.slices; i++) slices.push(await next(i % 2 === 0 ? members : backwards));
    return slices;
  } finally {
    generator.stop();
  }
};

const conclude = (members: Member[], slices: Slice[], stolen: number, extent: Extent): BenchRun => {
  const rate = (m: number) => slices.map((slice) => slice.requestsPerCpuSecond[m] ?? Number.NaN);
  const bare = rate(0);
  const bareUs = (1e6 / median(bare)).toFixed(1);
  const failed = slices.reduce((sum, slice) => sum + slice.failed, 0);
  const voids = stolenVoids(stolen);
  const notes: Record<string, string> = {};
  const figures = members.slice(1).flatMap(({ name }, index) => {
    const rates = rate(index + 1);
    const ratios = rates.map((value, i) => value / (bare[i] ?? Number.NaN));
    const [middle, half] = [median(ratios), drift(ratios)];
    const words = `${middle.toFixed(3)}, ${(1e6 / median(rates)).toFixed(1)} µs a request against ${bareUs}, halves ${half.toFixed(3)}`;
    process.stdout.write(`  ${name.padEnd(12)} ${words}\n`);
    voids.push(...controlVoids(`the halves of ${name}`, half, extent.halves));
    const measurement = FIGURES[name];
    if (measurement === undefined) voids.push(...controlVoids(name, middle, extent.control));
    if (measurement === undefined) return [];
    notes[measurement] = words;
    return [{ id: `${measurement}.ratio`, value: middle, interval: interval90(ratios) }];
  });
  const faults = failed === 0 ? [] : [`${failed} requests failed`];
  return { figures, voids, faults, notes };
};

export const benchApi: Bench = ({ isSmoke, isPlanted }) =>
  withSampleSessions(100, async ({ databaseUrl, cookies }) => {
    const collector = await startCollector();
    const members: ApiMember[] = [];
    const extent = isSmoke ? SMOKE : FULL;
    try {
      for (const [name, kind] of [
        ["bare", "bare"],
        ["bare again", "bare"],
        ["checked", "checked"],
        ["everything", "everything"],
      ] as const) {
        members.push(await startMember(name, [kind, databaseUrl, collector.url]));
      }
      const before = machineTime();
      process.stdout.write(`requests per CPU-second against bare node:http, ${extent.slices} slices\n`);
      const slices = await measure(members, { ...extent, cookies, isPlanted });
      return conclude(members, slices, stolenShare(before), extent);
    } finally {
      for (const member of members) member.stop();
      collector.stop();
    }
  });
