// `pnpm proof image`: both images built twice, compared, and run as they are meant to be run, in namespaces of their own.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../../checks/repository.ts";
import { copySource, isolated, runBuild } from "./build.ts";
import { findSecrets } from "./find-secrets.ts";

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const buildTwice = async (folder: string): Promise<string[]> => {
  const first = await copySource(path.join(folder, "first"));
  const second = await copySource(path.join(folder, "elsewhere/second"));
  await writeFile(path.join(second, "packages/built-once-more"), "");
  const script = path.join(import.meta.dirname, "build-twice.sh");
  const output = await runBuild(script, first, second, folder);
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
