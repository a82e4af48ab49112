// Builds of the images, in mount and process namespaces of their own.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { programFolders } from "../../apps/server/src/testing/environment.ts";
import { listFiles, ROOT, readText } from "../../checks/repository.ts";

const LIMIT_MS = 15 * 60_000;
const KEPT_MS = 3 * 86_400_000;
const RECIPE = ["ops/images/Dockerfile", "ops/images/stand-in-base.sh"];

/** The source as a build gets it; a second copy has another path and other times, so that nothing is reused. */
export const copySource = async (folder: string): Promise<string> => {
  for (const file of listFiles()) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await cp(path.join(ROOT, file), path.join(folder, file));
  }
  return folder;
};

/** Everything that it starts ends with it: the first process of a process namespace takes the others along. */
export const isolated = async (more: readonly string[], command: readonly string[]): Promise<string> => {
  const child = spawn(
    "unshare",
    ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc", ...more, "--", ...command],
    { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"], timeout: LIMIT_MS, killSignal: "SIGKILL" },
  );
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const [status] = await once(child, "close");
  const output = Buffer.concat(chunks).toString("utf8");
  if (status !== 0) throw new Error(`${output}${command[0]} ended with ${status}`);
  return output;
};

/** Runs a script of this folder that builds with the storage that all builds of this machine share. */
export const runBuild = (script: string, ...args: readonly string[]): Promise<string> =>
  isolated([], ["flock", path.join(programFolders().cache, "images.lock"), script, ...args]);

/** Of everything that is in a build; a test file counts, because it is copied into the build too. */
export const hashFiles = async (files: readonly string[]): Promise<string> => {
  const hash = createHash("sha256");
  for (const file of [...files].sort()) hash.update(`${file}\0`).update(await readFile(path.join(ROOT, file)));
  return hash.digest("hex").slice(0, 12);
};

const sourceFiles = (): string[] => {
  const admitted = readText(".dockerignore")
    .split("\n")
    .filter((line) => line.startsWith("!"))
    .map((line) => line.slice(1));
  const isAdmitted = (file: string) => admitted.some((name) => file === name || file.startsWith(`${name}/`));
  return listFiles().filter((file) => isAdmitted(file) || RECIPE.includes(file));
};

/** Makes a folder of the cache once for each hash; folders of the same kind that nobody has used for days are removed. */
export const cachedBuild = async (
  kind: string,
  hash: string,
  make: (folder: string) => Promise<unknown>,
): Promise<string> => {
  const images = path.join(programFolders().cache, "images");
  const folder = path.join(images, `${kind}-${hash}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    await make(unfinished);
    await rename(unfinished, folder);
  }
  for (const name of await readdir(images)) {
    const other = path.join(images, name);
    const isOld = Date.now() - (await stat(other)).mtimeMs > KEPT_MS;
    if (name.startsWith(`${kind}-`) && other !== folder && isOld) await rm(other, { recursive: true });
  }
  return folder;
};

/** The folder with `api.tar` and `worker.tar` of this source, loaded as `dailies-api:proof` and `dailies-worker:proof`. */
export const cachedImages = async (): Promise<string> =>
  await cachedBuild("built", await hashFiles(sourceFiles()), async (folder) => {
    const copy = await mkdtemp(path.join(tmpdir(), "dailies-source-"));
    try {
      await runBuild(path.join(import.meta.dirname, "build-once.sh"), await copySource(copy), folder);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });
