import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { checkBoundaries } from "./boundaries.ts";
import { checkCommitTitles } from "./commit-titles.ts";
import { checkDependencies } from "./dependencies.ts";
import { checkDocs } from "./docs.ts";
import { checkFileSizes } from "./file-sizes.ts";
import { checkForbiddenWords } from "./forbidden-words.ts";
import { checkMigrations } from "./migrations.ts";
import { checkOpenApi } from "./openapi.ts";
import { type Check, type Outcome, print } from "./outcome.ts";
import { isSource, listFiles, ROOT, readText } from "./repository.ts";
import { linesOf, runCommand } from "./run-command.ts";
import { checkScreens } from "./screens.ts";

/** The answer of a program: its words are the faults when it fails. */
const program =
  (note: (lines: readonly string[]) => string, name: string, ...args: string[]): Check =>
  async () => {
    const finished = await runCommand(path.join(ROOT, "node_modules/.bin", name), args, ROOT);
    const lines = linesOf(finished);
    return {
      note: note(lines),
      faults: finished.status === 0 ? [] : [...lines, `${name} ended with ${finished.status}`],
    };
  };

const sourceCount = (): string => `${listFiles().filter(isSource).length} source files`;

const databaseTypes: Check = async () => {
  const folder = path.join(ROOT, "apps/server");
  const finished = await runCommand(process.execPath, ["src/testing/generate-database-types.ts", "--check"], folder);
  const { length } = readText("apps/server/src/platform/database.types.ts").match(/^export interface /gm) ?? [];
  return { note: `${length ?? 0} types`, faults: finished.status === 0 ? [] : linesOf(finished) };
};

/** The longest first, so that the pair of lanes ends together. */
const STEPS: Readonly<Record<string, Check>> = {
  types: program(sourceCount, "tsc", "-b"),
  "dead code": program(sourceCount, "knip", "--no-progress"),
  biome: program(
    (lines) => lines.find((line) => line.startsWith("Checked"))?.split(" in ")[0] ?? "no count",
    "biome",
    "check",
    "--error-on-warnings",
    ".",
  ),
  boundaries: checkBoundaries,
  "database types": databaseTypes,
  migrations: checkMigrations,
  openapi: checkOpenApi,
  docs: checkDocs,
  "file sizes": checkFileSizes,
  "forbidden words": checkForbiddenWords,
  dependencies: checkDependencies,
  screens: checkScreens,
  "commit titles": checkCommitTitles,
};

const LANES = 2;

const outcomeOf = async (check: Check): Promise<Outcome> => {
  try {
    return await check();
  } catch (error) {
    return { note: "could not run", faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
  }
};

const runStep = async ([name, check]: [string, Check]): Promise<boolean> => {
  const startedMs = performance.now();
  const { note, faults } = await outcomeOf(check);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const verdict = faults.length === 0 ? "ok" : "FAILED";
  print(
    [
      ...faults.map((fault) => `    ${fault}`),
      `${name.padEnd(16)} ${verdict.padEnd(6)} ${seconds.padStart(5)} s  ${note}`,
    ].join("\n"),
  );
  return faults.length === 0;
};

const runAll = async (steps: [string, Check][]): Promise<{ passed: number; failed: number }> => {
  const total = { passed: 0, failed: 0 };
  const waiting = [...steps];
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      total[(await runStep(step)) ? "passed" : "failed"] += 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return total;
};

const chosen = process.argv.slice(2).filter((name) => !name.startsWith("--"));
const unknown = chosen.filter((name) => STEPS[name] === undefined);
if (unknown.length > 0)
  throw new Error(`no such check: ${unknown.join(", ")}; there are: ${Object.keys(STEPS).join(", ")}`);

const startedMs = performance.now();
const { passed, failed } = await runAll(
  Object.entries(STEPS).filter(([name]) => chosen.length === 0 || chosen.includes(name)),
);
print(`${passed} passed, ${failed} failed, ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
const folder = path.join(ROOT, "node_modules/.cache/results");
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, "check.json"), JSON.stringify({ passed, failed }));
if (failed > 0) process.exitCode = 1;
