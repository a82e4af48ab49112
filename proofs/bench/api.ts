// Requests per CPU-second of the product's edge against bare node:http sending the same bytes.
// All servers are loaded at the same time on one core and each one's own CPU time is read: neighbours on the machine then
// disturb every side alike. A pair of equal servers and a steadiness check say whether a run may be believed.
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { cpuNanoseconds, machineTime, stolenShare } from "./cpu-time.ts";
import { GENERATOR_CORE, type Member, startMember } from "./members.ts";
import { withSampleSessions } from "./sample-sessions.ts";
import { drift, interval90, median } from "./statistics.ts";

interface Slice {
  requestsPerCpuSecond: number[];
  failed: number;
}

const GOALS: Record<string, number> = { checked: 0.78, everything: 0.55 };

const startGenerator = () => {
  const program = fileURLToPath(new URL("./generator.ts", import.meta.url));
  const child: ChildProcess = spawn("taskset", ["-c", GENERATOR_CORE, process.execPath, program], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (!child.stdin || !child.stdout) throw new Error("the load generator did not start");
  const { stdin } = child;
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    load: async (
      ports: number[],
      durationMs: number,
      cookies: string[],
    ): Promise<{ answered: number; failed: number }[]> => {
      stdin.write(`${JSON.stringify({ ports, durationMs, cookies })}\n`);
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

type Load = (ports: number[]) => Promise<{ answered: number; failed: number }[]>;

const measureSlice = async (members: Member[], inTurn: Member[], load: Load): Promise<Slice> => {
  const before = members.map(({ pid }) => cpuNanoseconds(pid));
  const counts = await load(inTurn.map(({ port }) => port));
  const requestsPerCpuSecond = members.map((member, m) => {
    const cpuSeconds = (cpuNanoseconds(member.pid) - (before[m] ?? 0)) / 1e9;
    return (counts[inTurn.indexOf(member)]?.answered ?? 0) / cpuSeconds;
  });
  return { requestsPerCpuSecond, failed: counts.reduce((sum, count) => sum + count.failed, 0) };
};

const measure = async (
  members: Member[],
  options: { slices: number; sliceMs: number; warmMs: number; cookies: string[] },
): Promise<Slice[]> => {
  const generator = startGenerator();
  try {
    for (const member of members) await generator.load([member.port], options.warmMs, options.cookies);
    const slices: Slice[] = [];
    for (let i = 0; i < options.slices; i++) {
      // Who is connected first gets its requests in larger gulps, so each takes that place in turn.
      const turn = i % members.length;
      const inTurn = [...members.slice(turn), ...members.slice(0, turn)];
      slices.push(
        await measureSlice(members, inTurn, (ports) => generator.load(ports, options.sliceMs, options.cookies)),
      );
    }
    return slices;
  } finally {
    generator.stop();
  }
};

const report = (members: Member[], slices: Slice[], stolen: number): boolean => {
  const rate = (m: number) => slices.map((slice) => slice.requestsPerCpuSecond[m] ?? Number.NaN);
  const bare = rate(0);
  const failed = slices.reduce((sum, slice) => sum + slice.failed, 0);
  let isValid = failed === 0 && stolen <= 0.05;
  const lines = members.slice(1).map((member, index) => {
    const ratios = rate(index + 1).map((value, i) => value / (bare[i] ?? Number.NaN));
    const [low, high] = interval90(ratios);
    const half = drift(ratios);
    const isSame = member.name === "bare again";
    const middle = median(ratios);
    isValid &&= half >= 0.95 && half <= 1.05 && (!isSame || (middle >= 0.97 && middle <= 1.03));
    const goal = GOALS[member.name];
    const verdict = goal === undefined ? "" : `  goal ${goal.toFixed(2)} ${middle >= goal ? "reached" : "not reached"}`;
    const micros = (1e6 / median(rate(index + 1))).toFixed(1);
    return `  ${member.name.padEnd(12)} ${middle.toFixed(3)}  90 % ${low.toFixed(3)}–${high.toFixed(3)}  half ${half.toFixed(3)}  ${micros} µs${verdict}`;
  });
  process.stdout.write(
    `requests per CPU-second against bare node:http (${(1e6 / median(bare)).toFixed(1)} µs a request), ${slices.length} slices\n`,
  );
  process.stdout.write(`${lines.join("\n")}\n`);
  process.stdout.write(
    `  failed requests ${failed}, stolen ${(stolen * 100).toFixed(1)} %: the run is ${isValid ? "valid" : "VOID (a gate was missed)"}\n`,
  );
  return isValid;
};

export const benchApi = async (isSmoke: boolean): Promise<boolean> =>
  withSampleSessions(100, async ({ databaseUrl, cookies }) => {
    const collector = await startCollector();
    const members: Member[] = [];
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
      const options = isSmoke
        ? { slices: 4, sliceMs: 500, warmMs: 1_000 }
        : { slices: 16, sliceMs: 2_000, warmMs: 10_000 };
      const slices = await measure(members, { ...options, cookies });
      const isValid = report(members, slices, stolenShare(before));
      return isSmoke ? slices.every(({ failed }) => failed === 0) : isValid;
    } finally {
      for (const member of members) member.stop();
      collector.stop();
    }
  });
