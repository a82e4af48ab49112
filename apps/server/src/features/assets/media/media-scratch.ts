import { readFileSync } from "node:fs";
import { chmod, chown, mkdtemp, readdir, readFile, rm, stat, statfs, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { DomainError } from "../../../errors.ts";
import { makeOwnFolder } from "../../../platform/own-folder.ts";
import { isRoot, JAIL_USER_ID } from "../../../platform/sandbox/media-jail.ts";
import { MAX_DERIVATIVE_BYTES } from "./media-limits.ts";

/** A temporary folder for one file, always removed afterwards. */
export interface Scratch {
  readonly inputPath: string;
  readonly outputs: { readonly poster: string; readonly sprite: string };
  /** Returns the path of another file that the sandbox can read. */
  readonly addInput: (name: string) => string;
  /** Creates an empty file that the sandbox can write. */
  readonly addOutput: (name: string) => Promise<string>;
}

/** Kept free for other uses of the disk. */
const RESERVE_BYTES = 1024 ** 3;
/** The sandbox user may traverse the folder, but neither list nor write it. */
const PASS_THROUGH = 0o711;

/** The start time identifies a process uniquely: pids are reused, and so are host names on a shared disk. */
const startOf = (pid: number): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19];
  } catch {
    return undefined;
  }
};
const folderOfProcess = (): string => `${hostname()}.${process.pid}.${startOf(process.pid)}`;

/** In the folder of this process, which the next worker on this machine removes if this one is killed. */
export const withScratchFolder = async <T>(
  root: string,
  neededBytes: number,
  act: (folder: string) => Promise<T>,
): Promise<T> => {
  const own = join(root, folderOfProcess());
  await makeOwnFolder(own, PASS_THROUGH);
  const { bavail, bsize } = await statfs(own);
  if (bavail * bsize < neededBytes + RESERVE_BYTES)
    throw new DomainError("unavailable", "not enough disk space on the worker; this is tried again later");
  const folder = await mkdtemp(join(own, "file-"));
  try {
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const withScratch = <T>(root: string, neededBytes: number, act: (scratch: Scratch) => Promise<T>): Promise<T> =>
  withScratchFolder(root, neededBytes, async (folder) => {
    await chmod(folder, PASS_THROUGH);
    const outputs = { poster: join(folder, "poster"), sprite: join(folder, "sprite") };
    for (const path of Object.values(outputs)) await makeOutput(path);
    return act({
      inputPath: join(folder, "input"),
      outputs,
      addInput: (name) => join(folder, `in-${name}`),
      addOutput: async (name) => {
        const path = join(folder, `out-${name}`);
        await makeOutput(path);
        return path;
      },
    });
  });

const makeOutput = async (path: string): Promise<void> => {
  await writeFile(path, "", { mode: 0o600 });
  if (isRoot()) await chown(path, JAIL_USER_ID, JAIL_USER_ID);
};

/** Returns the output of a sandboxed program; undefined when it is empty. */
export const readOutput = async (path: string): Promise<Buffer | undefined> => {
  const { size } = await stat(path);
  return size > 0 && size <= MAX_DERIVATIVE_BYTES ? readFile(path) : undefined;
};

export interface PreparedScratch {
  /** How many folders of killed processes on this machine were removed. */
  readonly removed: number;
  /** A path that the sandbox must be able to read, to test that it can read files at all. */
  readonly readablePath: string;
}

export const prepareScratch = async (root: string): Promise<PreparedScratch> => {
  await makeOwnFolder(root, PASS_THROUGH);
  const prefix = `${hostname()}.`;
  const left = (await readdir(root)).filter((name) => {
    const [pid, start] = name.slice(prefix.length).split(".");
    return name.startsWith(prefix) && (start === undefined || startOf(Number(pid)) !== start);
  });
  for (const name of left) await rm(join(root, name), { recursive: true, force: true });
  const readablePath = join(root, "readable");
  await writeFile(readablePath, "");
  await chmod(readablePath, 0o644);
  return { removed: left.length, readablePath };
};
