import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

export interface CpuGroup {
  /** Processes started from now on, and their descendants, are counted here. */
  enter(): void;
  cpuSeconds(): number;
  close(): Promise<void>;
}

interface Hierarchy {
  readonly root: string;
  readonly read: (folder: string) => number;
}

const HIERARCHIES: readonly Hierarchy[] = [
  { root: "/sys/fs/cgroup/cpuacct", read: (folder) => Number(readFileSync(`${folder}/cpuacct.usage`, "utf8")) / 1e9 },
  {
    root: "/sys/fs/cgroup",
    read: (folder) => Number(/usage_usec (\d+)/.exec(readFileSync(`${folder}/cpu.stat`, "utf8"))?.[1]) / 1e6,
  },
];

const openIn = ({ root, read }: Hierarchy, name: string): CpuGroup => {
  const folder = `${root}/dailies-${name}-${process.pid}`;
  mkdirSync(folder);
  return {
    enter: () => writeFileSync(`${folder}/cgroup.procs`, `${process.pid}`),
    cpuSeconds: () => read(folder),
    close: async () => {
      writeFileSync(`${root}/cgroup.procs`, `${process.pid}`);
      // The last processes of a sandbox exit shortly after it has replied.
      await sleep(500);
      rmdirSync(folder);
    },
  };
};

/**
 * CPU time of a process tree from a cgroup. The sandbox supervisor exits before it has reaped its children, so the times
 * that a parent sees would miss nearly everything. Undefined when we may not create cgroups.
 */
export const openCpuGroup = (name: string): CpuGroup | undefined => {
  for (const hierarchy of HIERARCHIES) {
    try {
      return openIn(hierarchy, name);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (!["ENOENT", "EACCES", "EROFS", "EPERM"].includes(String(code))) throw error;
    }
  }
  return undefined;
};
