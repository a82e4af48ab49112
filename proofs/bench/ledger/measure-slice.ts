import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { cpuNanoseconds } from "../cpu-time.ts";
import type { Side, Slice, SliceResult } from "./caller.ts";
import type { BenchEngines } from "./engines.ts";

export interface Caller {
  readonly pid: number;
  readonly run: (slice: Slice) => Promise<SliceResult>;
  readonly stop: () => void;
}

export const startCaller = async (): Promise<Caller> => {
  const program = fileURLToPath(new URL("./caller.ts", import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  const { pid, stdin } = child;
  if (pid === undefined) throw new Error("the caller did not start");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    pid,
    run: async (slice) => {
      stdin.write(`${JSON.stringify(slice)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error("the caller ended in the middle of a slice");
      return JSON.parse(value) as SliceResult;
    },
    stop: () => child.kill("SIGKILL"),
  };
};

/** Movements per second, and CPU microseconds per movement by process. */
export interface Figures {
  readonly perSecond: number;
  readonly postgresUs: number;
  readonly redisUs: number;
  readonly apiUs: number;
  readonly callerUs: number;
}

export interface Meter {
  readonly caller: Caller;
  readonly engines: BenchEngines;
  readonly apiPid: number | undefined;
}

type Spent = Map<number, number>;

/** A process that has just exited, as connections do, has spent no relevant CPU time. */
const readSpent = (pids: readonly number[]): Spent => {
  const spent: Spent = new Map();
  for (const pid of pids) {
    try {
      spent.set(pid, cpuNanoseconds(pid));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && ["ENOENT", "ESRCH"].includes(String(error.code)))) throw error;
    }
  }
  return spent;
};

const difference = (before: Spent, after: Spent): number =>
  [...after].reduce((sum, [pid, ns]) => sum + ns - (before.get(pid) ?? 0), 0);

export const measureSlice = async (meter: Meter, slice: Slice): Promise<Figures> => {
  const { caller, engines, apiPid } = meter;
  const read = async () => ({
    postgres: readSpent(await engines.postgresPids()),
    redis: readSpent(engines.redisPids),
    api: readSpent(apiPid === undefined ? [] : [apiPid]),
    caller: readSpent([caller.pid]),
  });
  const before = await read();
  const { moved, tookMs } = await caller.run(slice);
  const after = await read();
  const microseconds = (who: keyof typeof before): number => difference(before[who], after[who]) / 1_000 / moved;
  return {
    perSecond: moved / (tookMs / 1_000),
    postgresUs: microseconds("postgres"),
    redisUs: microseconds("redis"),
    apiUs: microseconds("api"),
    callerUs: microseconds("caller"),
  };
};

export interface Pairs {
  readonly first: Figures[];
  readonly second: Figures[];
}

/** First, second, second, first: drift of the machine affects both alike. */
export const alternate = async (
  meter: Meter,
  sides: readonly [Side, Side],
  slice: Omit<Slice, "side">,
  rounds: number,
): Promise<Pairs> => {
  const pairs: Pairs = { first: [], second: [] };
  const measure = (side: Side): Promise<Figures> => measureSlice(meter, { ...slice, side });
  for (let round = 0; round < rounds; round++) {
    pairs.first.push(await measure(sides[0]));
    pairs.second.push(await measure(sides[1]));
    pairs.second.push(await measure(sides[1]));
    pairs.first.push(await measure(sides[0]));
  }
  return pairs;
};
