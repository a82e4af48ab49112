import { readFileSync } from "node:fs";

/** The kernel counts in hundredths of a second on every Linux that Node supports. */
export const TICKS_PER_S = 100;

/** With more CPU steal than this, a time says little about what took it. */
export const DISTURBED_SHARE = 0.05;

/** In ticks, summed over the CPUs. */
interface MachineTime {
  readonly total: number;
  readonly busy: number;
  readonly stolen: number;
}

export const machineTime = (): MachineTime => {
  const line = readFileSync("/proc/stat", "utf8").split("\n", 1)[0] ?? "";
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const total = ticks.reduce((a, b) => a + b, 0);
  const [idle = 0, waiting = 0, stolen = 0] = [ticks[3], ticks[4], ticks[7]];
  return { total, busy: total - idle - waiting - stolen, stolen };
};

/** CPU steal since an earlier reading, as a share of the machine's time. */
export const stolenShare = (before: MachineTime): number => {
  const now = machineTime();
  return (now.stolen - before.stolen) / Math.max(1, now.total - before.total);
};
