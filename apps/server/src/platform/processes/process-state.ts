import { readFileSync } from "node:fs";

/** The resident memory of a process; undefined where the system does not say, or when the process has ended. */
export const residentBytes = (pid: number): number | undefined => {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
  } catch {
    return undefined;
  }
};

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};
