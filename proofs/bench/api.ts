// Requests per CPU-second of the product's HTTP layer against bare node:http sending the same bytes.
// The servers are loaded one after another in short slices, forwards and backwards in turn, and the CPU time of each is read:
// a change of the machine affects all of them alike, and none evicts the caches of another. Two processes of the same
// program differ by up to 15 % for as long as they live (layout in memory, decisions of the compiler), so every round
// starts new ones, and the spread over the rounds is the interval. A pair of equal servers and a drift check decide
// whether a run is valid.
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

/** Requests per CPU-second, by member. */
interface Slice {
  rates: number[];
  failed: number;
}

/** Members whose figure has a goal. */
const FIGURES: Record<string, string> = { checked: "api.checked", everything: "api.everything" };

/** Duration or number of requests for the load generator. */
type Load = { readonly durationMs: number } | { readonly requests: number };

interface Extent {
  readonly rounds: number;
  /** Slices of a round. */
  readonly slices: number;
  readonly slice: Load;
  readonly warm: Load;
  /** Allowed deviation from one, for the pair of equal servers and for the halves of the rounds. */
  readonly control: number;
  readonly halves: number;
}

const FULL: Extent = {
  rounds: 12,
  slices: 8,
  slice: { durationMs: 400 },
  warm: { durationMs: 7_000 },
  control: 0.03,
  halves: 0.05,
};
/** By count: on a busy machine a short time would be over before the servers are warm. */
const SMOKE: Extent = {
  rounds: 4,
  slices: 4,
  slice: { requests: 10_000 },
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
  return { rates: members.map((member) => rates.get(member) ?? Number.NaN), failed };
};

/** Makes every request of the product more expensive by a share of its measured cost. */
const plantSlowdown = async (members: readonly ApiMember[], { rates }: Slice): Promise<void> => {
  for (const [index, member] of members.entries()) {
    const microseconds = (1e6 / (rates[index] ?? Number.NaN)) * PLANTED_SHARE;
    if (FIGURES[member.name] !== undefined) await member.burn(microseconds);
  }
};

const MEMBERS = [
  ["bare", "bare"],
  ["bare again", "bare"],
  ["checked", "checked"],
  ["everything", "everything"],
] as const;

interface RoundOptions {
  readonly extent: Extent;
  readonly isPlanted: boolean;
  readonly cookies: string[];
  /** What the servers need: a database and a collector of traces. */
  readonly addresses: readonly string[];
}

/** New processes of every server, warmed up and loaded in slices. */
const measureRound = async ({ extent, isPlanted, cookies, addresses }: RoundOptions): Promise<Slice[]> => {
  const members: ApiMember[] = [];
  const generator = startGenerator();
  try {
    for (const [name, kind] of MEMBERS) members.push(await startMember(name, [kind, ...addresses]));
    for (const { port } of members) await generator.load(port, extent.warm, cookies);
    const next = (inTurn: readonly ApiMember[]): Promise<Slice> =>
      measureSlice(members, inTurn, (port) => generator.load(port, extent.slice, cookies));
    if (isPlanted) await plantSlowdown(members, await next(members));
    const slices: Slice[] = [];
    const backwards = members.toReversed();
    for (let i = 0; i < extent.slices; i++) slices.push(await next(i % 2 === 0 ? members : backwards));
    return slices;
  } finally {
    generator.stop();
    for (const member of members) member.stop();
  }
};

const rateIn = (round: readonly Slice[], member: number): number =>
  median(round.map(({ rates }) => rates[member] ?? Number.NaN));

const bareRateIn = (round: readonly Slice[]): number => (rateIn(round, 0) + rateIn(round, 1)) / 2;

const conclude = (rounds: Slice[][], stolen: number, extent: Extent): BenchRun => {
  const bareUs = (1e6 / median(rounds.map(bareRateIn))).toFixed(1);
  const failed = rounds.flat().reduce((sum, slice) => sum + slice.failed, 0);
  const voids = stolenVoids(stolen);
  const notes: Record<string, string> = {};
  const figures = MEMBERS.flatMap(([name], member) => {
    if (member === 0) return [];
    const measurement = FIGURES[name];
    const rates = rounds.map((round) => rateIn(round, member));
    const ratios = rounds.map((round, i) => {
      const below = measurement === undefined ? rateIn(round, 0) : bareRateIn(round);
      return (rates[i] ?? Number.NaN) / below;
    });
    const middle = median(ratios);
    const half = median(
      rounds.map((round) =>
        drift(round.map((slice) => (slice.rates[member] ?? Number.NaN) / (slice.rates[0] ?? Number.NaN))),
      ),
    );
    const words = `${middle.toFixed(3)}, ${(1e6 / median(rates)).toFixed(1)} µs a request against ${bareUs}, halves ${half.toFixed(3)}`;
    const spread = `rounds ${Math.min(...ratios).toFixed(3)}–${Math.max(...ratios).toFixed(3)}`;
    process.stdout.write(`  ${name.padEnd(12)} ${words}, ${spread}\n`);
    voids.push(...controlVoids(`the halves of ${name}`, half, extent.halves));
    if (measurement === undefined) {
      voids.push(...controlVoids(name, middle, extent.control));
      return [];
    }
    notes[measurement] = `${words}, ${spread}`;
    return [{ id: `${measurement}.ratio`, value: middle, interval: interval90(ratios) }];
  });
  const faults = failed === 0 ? [] : [`${failed} requests failed`];
  return { figures, voids, faults, notes };
};

export const benchApi: Bench = ({ isSmoke, isPlanted }) =>
  withSampleSessions(100, async ({ databaseUrl, cookies }) => {
    const collector = await startCollector();
    const extent = isSmoke ? SMOKE : FULL;
    try {
      const before = machineTime();
      const size = `${extent.rounds} rounds of ${extent.slices} slices`;
      process.stdout.write(`requests per CPU-second against bare node:http, ${size}\n`);
      const addresses = [databaseUrl, collector.url];
      const rounds: Slice[][] = [];
      while (rounds.length < extent.rounds) rounds.push(await measureRound({ extent, isPlanted, cookies, addresses }));
      return conclude(rounds, stolenShare(before), extent);
    } finally {
      collector.stop();
    }
  });
