import { readdirSync, readFileSync } from "node:fs";

/** Nanoseconds on a core, summed over the threads of a process: finer than the ten-millisecond ticks of `stat`. */
export const cpuNanoseconds = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [running] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    return sum + Number(running);
  }, 0);
