// `pnpm proof compose`: the installation with Docker Compose, as its page describes it, in namespaces of its own.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../../checks/repository.ts";
import { cachedBuild, cachedImages, hashFiles, isolated, runBuild } from "../images/build.ts";

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2;
const CGROUPS = "/sys/fs/cgroup";
const RECIPE_OF_ENGINES = [
  "ops/engines/temporal.sh",
  "ops/images/stand-in-base.sh",
  "ops/toolchain/package-lock.json",
  "ops/toolchain/requirements-engines.txt",
  "proofs/compose/build-engines.sh",
  "proofs/compose/engines.Dockerfile",
];

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Control groups outlive the namespaces, and those of the engine are named after its folder. */
const controlGroups = async (name: string): Promise<string[]> => {
  const found = await Promise.all(
    (await readdir(CGROUPS)).map(async (hierarchy) => {
      const groups = await readdir(path.join(CGROUPS, hierarchy)).catch((): string[] => []);
      return groups.includes(name) ? [path.join(CGROUPS, hierarchy, name)] : [];
    }),
  );
  return found.flat();
};

export const proveCompose = async (): Promise<boolean> => {
  if (process.getuid?.() !== 0)
    throw new Error("this proof needs root: it starts a container engine in namespaces of its own");
  await run(path.join(ROOT, "dev"), ["compose-tools"], { maxBuffer: MAX_OUTPUT_BYTES });
  print("official images are replaced by stand-ins with the same programs: no registry is asked");
  const images = await cachedImages();
  const engines = await cachedBuild("engines", await hashFiles(RECIPE_OF_ENGINES), (folder) =>
    runBuild(path.join(import.meta.dirname, "build-engines.sh"), folder),
  );
  const files = [`${images}/api.tar`, `${images}/worker.tar`, `${engines}/engines.tar`];
  const folder = await mkdtemp(path.join(tmpdir(), "dailies-compose-"));
  try {
    const script = path.join(import.meta.dirname, "run-compose.sh");
    const report = await isolated(["--net"], [script, folder, ...files]);
    process.stdout.write(report);
    const left = await controlGroups(path.basename(folder));
    const faults = report.split("\n").filter((line) => line.startsWith("FAULT "));
    for (const group of left) faults.push(`FAULT not so: nothing is left behind: ${group}`);
    print(faults.length === 0 ? "the installation holds, and nothing is left behind" : `${faults.length} faults`);
    return faults.length === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
