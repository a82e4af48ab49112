// Requests per CPU-second of the product's HTTP layer against bare node:http sending the same bytes.
// The speed of a shared machine changes by a third within seconds, also without steal. So the servers are loaded one after
// another in slices of less than a tenth of a second, forwards and backwards in turn, the CPU time of each is read, and a
// ratio is taken within each pair of passes: a change of the machine affects all of them alike. Processes of the same
// program differ as well for as long as they live (layout in memory, decisions of the compiler), so every round starts new
// ones, and the spread over the rounds is the interval. A pair of equal servers and a drift check decide whether a run is
// valid.
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

/** What each server did in one pass forwards and one backwards. */
interface Pass {
  /** CPU microseconds of a request, by member. */
  costs: number[];
  failed: number;
}

/** Members whose figure has a goal. */
const FIGURES: Record<string, string> = { checked: "api.checked", everything: "api.everything" };

/** Duration or number of requests for the load generator. */
type Load = { readonly durationMs: number } | { readonly requests: number };

interface Extent {
  readonly rounds: number;
  /** Pairs of passes of a round. */
  readonly passes: number;
  readonly slice: Load;
  readonly warm: Load;
  /** Allowed deviation from one, for the pair of equal servers and for the halves of the rounds. */
  readonly control: number;
  readonly halves: number;
}

const FULL: Extent = {
  rounds: 12,
  passes: 24,
  slice: { durationMs: 80 },
  warm: { durationMs: 7_000 },
  control: 0.03,
  halves: 0.05,
};
/** By count: on a busy machine a short time would be over before the servers are warm. */
const SMOKE: Extent = {
  rounds: 4,
  passes: 16,
  slice: { requests: 1_500 },
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

const measurePass = async (members: readonly Member[], load: LoadPort): Promise<Pass> => {
  const sums = new Map(members.map((member) => [member, { nanoseconds: 0, answered: 0 }]));
  let failed = 0;
  for (const member of [...members, ...members.toReversed()]) {
    const before = cpuNanoseconds(member.pid);
    const count = await load(member.port);
    const sum = sums.get(member);
    if (sum === undefined) continue;
    sum.nanoseconds += cpuNanoseconds(member.pid) - before;
    sum.answered += count.answered;
    failed += count.failed;
  }
  return { costs: [...sums.values()].map(({ nanoseconds, answered }) => nanoseconds / 1_000 / answered), failed };
};

/** Makes every request of the product more expensive by a share of its measured cost. */
const plantSlowdown = async (members: readonly ApiMember[], { costs }: Pass): Promise<void> => {
  for (const [index, member] of members.entries()) {
    if (FIGURES[member.name] !== undefined) await member.burn((costs[index] ?? Number.NaN) * PLANTED_SHARE);
  }
};

/** The equal pair stands around the product, so that its mean is of the same moment. */
const MEMBERS = [
  ["bare", "bare"],
  ["checked", "checked"],
  ["everything", "everything"],
  ["bare again", "bare"],
] as const;

interface RoundOptions {
  readonly extent: Extent;
  readonly isPlanted: boolean;
  readonly cookies: string[];
  /** What the servers need: a database and a collector of traces. */
  readonly addresses: readonly string[];
}

/** New processes of every server, warmed up and loaded in slices. */
const measureRound = async ({ extent, isPlanted, cookies, addresses }: RoundOptions): Promise<Pass[]> => {
  const members: ApiMember[] = [];
  const generator = startGenerator();
  try {
    for (const [name, kind] of MEMBERS) members.push(await startMember(name, [kind, ...addresses]));
    for (const { port } of members) await generator.load(port, extent.warm, cookies);
    const next = (): Promise<Pass> => measurePass(members, (port) => generator.load(port, extent.slice, cookies));
    // The connections are opened in a pass of their own.
    const first = await next();
    if (isPlanted) await plantSlowdown(members, first);
    const passes: Pass[] = [];
    while (passes.length < extent.passes) passes.push(await next());
    return passes;
  } finally {
    generator.stop();
    for (const member of members) member.stop();
  }
};

const costOf = ({ costs }: Pass, member: number): number => costs[member] ?? Number.NaN;

const BARE_AGAIN = MEMBERS.length - 1;

const bareCostOf = (pass: Pass): number => (costOf(pass, 0) + costOf(pass, BARE_AGAIN)) / 2;

/** Requests per CPU-second of a member as a share of the bare server's, for each pair of passes. */
const ratiosOf = (round: readonly Pass[], member: number): number[] =>
  round.map((pass) => (member === BARE_AGAIN ? costOf(pass, 0) : bareCostOf(pass)) / costOf(pass, member));

const conclude = (rounds: Pass[][], stolen: number, extent: Extent): BenchRun => {
  const passes = rounds.flat();
  const bareUs = median(passes.map(bareCostOf)).toFixed(1);
  const failed = passes.reduce((sum, pass) => sum + pass.failed, 0);
  const voids = stolenVoids(stolen);
  const notes: Record<string, string> = {};
  const figures = MEMBERS.flatMap(([name], member) => {
    if (member === 0) return [];
    const measurement = FIGURES[name];
    const ratios = rounds.map((round) => median(ratiosOf(round, member)));
    const middle = median(ratios);
    const half = median(rounds.map((round) => drift(ratiosOf(round, member))));
    const cost = median(passes.map((pass) => costOf(pass, member)));
    const words = `${middle.toFixed(3)}, ${cost.toFixed(1)} µs a request against ${bareUs}, halves ${half.toFixed(3)}`;
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
      const size = `${extent.rounds} rounds of ${extent.passes} pairs of passes`;
      process.stdout.write(`requests per CPU-second against bare node:http, ${size}\n`);
      const addresses = [databaseUrl, collector.url];
      const rounds: Pass[][] = [];
      while (rounds.length < extent.rounds) rounds.push(await measureRound({ extent, isPlanted, cookies, addresses }));
      return conclude(rounds, stolenShare(before), extent);
    } finally {
      collector.stop();
    }
  });
