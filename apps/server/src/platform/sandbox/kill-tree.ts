import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";

const childrenOf = (pid: number): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    // Gone already, and its children with it.
    return [];
  }
};

const signal = (pid: number, name: "SIGSTOP" | "SIGKILL"): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
};

const killBelow = (pid: number): void => {
  // Stopped first, so that it cannot make another child while we look.
  signal(pid, "SIGSTOP");
  for (const child of childrenOf(pid)) killBelow(child);
  signal(pid, "SIGKILL");
};

/**
 * Ends a process and everything it started, the youngest first. A jail that is killed while it is being built would
 * otherwise leave its inside waiting for ever for a word from outside.
 */
export const killTree = (child: ChildProcess): void => {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) killBelow(child.pid);
};
