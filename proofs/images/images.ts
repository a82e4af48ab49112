// `pnpm proof image`: both images built twice, compared, and run as they are meant to be run, in namespaces of their own.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { programFolders } from "../../apps/server/src/testing/environment.ts";
import { listFiles, ROOT } from "../../checks/repository.ts";
import { findSecrets } from "./find-secrets.ts";

const run = promisify(execFile);
const LIMIT_MS = 15 * 60_000;
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The source as a build gets it; the second copy has another path, other times and a file more, so that nothing is reused. */
const copySource = async (folder: string): Promise<string> => {
  for (const file of listFiles()) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await cp(path.join(ROOT, file), path.join(folder, file));
  }
  return folder;
};

/** Everything that it starts ends with it: the first process of a process namespace takes the others along. */
const isolated = async (more: readonly string[], command: readonly string[]): Promise<string> => {
  const child = spawn(
    "unshare",
    ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc", ...more, "--", ...command],
    { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"], timeout: LIMIT_MS, killSignal: "SIGKILL" },
  );
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const [status] = await once(child, "close");
  if (status !== 0) throw new Error(`${command[0]} ended with ${status}`);
  return Buffer.concat(chunks).toString("utf8");
};

const buildTwice = async (folder: string): Promise<string[]> => {
  const first = await copySource(path.join(folder, "first"));
  const second = await copySource(path.join(folder, "elsewhere/second"));
  await writeFile(path.join(second, "packages/built-once-more"), "");
  const script = path.join(import.meta.dirname, "build-twice.sh");
  const lock = path.join(programFolders().cache, "images.lock");
  const output = await isolated([], ["flock", lock, script, first, second, folder]);
  const faults: string[] = [];
  for (const line of output.trim().split("\n")) {
    print(`  ${line}`);
    const [target, one, other] = line.split(" ");
    if (target !== "base" && (one === undefined || one !== other)) faults.push(`the two builds of ${target} differ`);
  }
  return faults;
};

export const proveImages = async (): Promise<boolean> => {
  if (process.getuid?.() !== 0)
    throw new Error("this proof needs root: it starts a container engine in namespaces of its own");
  await run(path.join(ROOT, "dev"), ["image-tools"], { maxBuffer: MAX_OUTPUT_BYTES });
  const folder = await mkdtemp(path.join(tmpdir(), "dailies-images-"));
  try {
    print("the base is a stand-in from Debian's packages and the Node of ./dev: no registry is asked");
    const faults = await buildTwice(folder);
    faults.push(...(await findSecrets(["api", "worker"].map((name) => path.join(folder, `${name}.tar`)))));
    const inside = path.join(import.meta.dirname, "run-images.sh");
    const report = await isolated(["--net"], [inside, folder]);
    process.stdout.write(report);
    faults.push(...report.split("\n").filter((line) => line.startsWith("FAULT ")));
    for (const fault of faults) print(fault);
    print(faults.length === 0 ? "the images hold" : `${faults.length} faults`);
    return faults.length === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
