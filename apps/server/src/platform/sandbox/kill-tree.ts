import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";

const childrenOf = (pid: number): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    // The process has already ended, with its children.
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
  // Stop it first, so that it cannot fork while its children are listed.
  signal(pid, "SIGSTOP");
  for (const child of childrenOf(pid)) killBelow(child);
  signal(pid, "SIGKILL");
};

/**
 * Kills a process and all its descendants, children first. Otherwise a sandbox killed during its setup would leave a child
 * that waits forever for its parent.
 */
export const killTree = (child: ChildProcess): void => {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) killBelow(child.pid);
};
