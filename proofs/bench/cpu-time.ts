import { readdirSync, readFileSync } from "node:fs";

/** Nanoseconds on a core, summed over the threads of a process: finer than the ten-millisecond ticks of `stat`. */
export const cpuNanoseconds = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [running] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    return sum + Number(running);
  }, 0);

interface MachineTime {
  total: number;
  stolen: number;
}

export const machineTime = (): MachineTime => {
  const line = readFileSync("/proc/stat", "utf8").split("\n", 1)[0] ?? "";
  const ticks = line.split(/\s+/).slice(1).map(Number);
  return { total: ticks.slice(0, 8).reduce((a, b) => a + b, 0), stolen: ticks[7] ?? 0 };
};

/** Share of the machine's time that its host gave to somebody else since an earlier reading. */
export const stolenShare = (before: MachineTime): number => {
  const now = machineTime();
  return (now.stolen - before.stolen) / Math.max(1, now.total - before.total);
};
