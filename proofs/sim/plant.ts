import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { runHistory } from "./ledger/history.ts";
import type { PlantedBug } from "./planted-bugs.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const COPIED = [
  ...["model", "steps", "violations"].map((name) => `apps/server/src/features/credits/ledger/ledger-${name}.ts`),
  ...["server", "intents", "expected-outcome", "judge", "history"].map((name) => `proofs/sim/ledger/${name}.ts`),
  "proofs/seeded.ts",
];

export interface Found {
  readonly name: string;
  /** Number of histories it took; undefined when none exposed it. */
  readonly histories: number | undefined;
  readonly fault: string;
}

const plantIn = async (folder: string, { name, edits }: PlantedBug): Promise<void> => {
  for (const { file, find, replace } of edits) {
    const text = await readFile(join(folder, file), "utf8");
    if (text.split(find).length !== 2) throw new Error(`"${name}" cannot be planted: its text is not once in ${file}`);
    // A function, because a replacement string gives dollar signs a special meaning.
    await writeFile(
      join(folder, file),
      text.replace(find, () => replace),
    );
  }
};

const search = (run: typeof runHistory, seed: number, most: number): Pick<Found, "histories" | "fault"> => {
  for (let n = 1; n <= most; n++) {
    try {
      const [fault] = run(seed + n - 1).faults;
      if (fault !== undefined) return { histories: n, fault };
    } catch (error) {
      return { histories: n, fault: `stopped: ${error instanceof Error ? error.message : String(error)}` };
    }
  }
  return { histories: undefined, fault: "not found" };
};

/** Runs histories with this bug until one exposes it. */
export const findPlanted = async (bug: PlantedBug, seed: number, most: number): Promise<Found> => {
  const folder = await mkdtemp(join(tmpdir(), "dailies-planted-"));
  try {
    for (const file of COPIED) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await cp(join(ROOT, file), join(folder, file));
    }
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await plantIn(folder, bug);
    const copy: { runHistory: typeof runHistory } = await import(
      pathToFileURL(join(folder, "proofs/sim/ledger/history.ts")).href
    );
    return { name: bug.name, ...search(copy.runHistory, seed, most) };
  } finally {
    await rm(folder, { recursive: true });
  }
};
