import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { tellPackageSamples } from "./package-samples.ts";
import { writePackages } from "./write-packages.ts";

const HERE = import.meta.dirname;
const VENV = path.join(homedir(), ".cache/dailies/original-formats");
const PYTHON = path.join(VENV, "bin/python");

const run = (command: string, args: readonly string[]): void => {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) throw new Error(`${path.basename(command)} failed`);
};

/** Pinned with everything that they need, so that nothing brings torch, which has gigabytes. */
const install = (): void => {
  if (!existsSync(PYTHON)) run("python3", ["-m", "venv", VENV]);
  run(PYTHON, ["-m", "pip", "install", "--quiet", "--no-deps", "-r", path.join(HERE, "requirements.txt")]);
};

const main = async (): Promise<void> => {
  install();
  const folder = mkdtempSync(path.join(tmpdir(), "dailies-packages-"));
  try {
    for (const [name, bytes] of await writePackages()) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    writeFileSync(path.join(folder, "samples.json"), tellPackageSamples());
    run(PYTHON, ["-B", path.join(HERE, "read_packages.py"), folder, path.join(HERE, "packages.json")]);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

await main();
