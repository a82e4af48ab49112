import path from "node:path";
import { checkAsvs } from "./asvs/check-asvs.ts";
import type { Changes } from "./changed-files.ts";
import { checkFigures } from "./figures.ts";
import { checkOpenApi } from "./openapi.ts";
import type { Check } from "./outcome.ts";
import { isSource, listFiles, ROOT, readText } from "./repository.ts";
import { checkBoundaries } from "./rules/boundaries.ts";
import { checkCommitTitles } from "./rules/commit-titles.ts";
import { checkDangerButtons } from "./rules/danger-buttons.ts";
import { checkDatabaseFunctions } from "./rules/database-functions.ts";
import { checkDocs } from "./rules/docs.ts";
import { checkFileSizes } from "./rules/file-sizes.ts";
import { checkFindability } from "./rules/findability.ts";
import { checkFolderSizes } from "./rules/folder-sizes.ts";
import { checkForbiddenWords } from "./rules/forbidden-words.ts";
import { checkLiteralSpreads } from "./rules/literal-spreads.ts";
import { checkMigrations } from "./rules/migrations.ts";
import { checkRefusedNames } from "./rules/refused-names.ts";
import { checkSmallFiles } from "./rules/small-files.ts";
import { checkTestTitles } from "./rules/test-titles.ts";
import { linesOf, runCommand } from "./run-command.ts";
import { checkScreens } from "./screens.ts";
import { checkBillOfMaterials } from "./supply-chain/bill-of-materials.ts";
import { checkDependencies } from "./supply-chain/dependencies.ts";

/** The part of a step that `--changed` runs, and what it skips. */
interface Narrowed {
  readonly check?: Check;
  readonly left?: string;
}

export interface Step {
  readonly check: Check;
  /** Without it, the step is fast enough to check the whole tree. */
  readonly changed?: (changes: Changes) => Narrowed;
}

/** Runs a program; its output lines are the faults when it fails. */
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

const biome = (...files: readonly string[]): Check =>
  program(
    (lines) => lines.find((line) => line.startsWith("Checked"))?.split(" in ")[0] ?? "no count",
    "biome",
    "check",
    "--error-on-warnings",
    ...files,
  );

const databaseTypes: Check = async () => {
  const folder = path.join(ROOT, "apps/server");
  const finished = await runCommand(process.execPath, ["src/testing/generate-database-types.ts", "--check"], folder);
  const { length } = readText("apps/server/src/platform/db/database.types.ts").match(/^export interface /gm) ?? [];
  return { note: `${length ?? 0} types`, faults: finished.status === 0 ? [] : linesOf(finished) };
};

/** Runs only when an input of the check has changed. */
const ifTouched =
  (check: Check, what: string, pattern: RegExp) =>
  ({ files, deleted }: Changes): Narrowed =>
    [...files, ...deleted].some((file) => pattern.test(file)) ? { check } : { left: `${what} did not change` };

const MANIFESTS = /(^|[/])package[.]json$|^pnpm-(lock|workspace)[.]yaml$/;

const DATABASE = /^apps[/]server[/](db[/]|src[/]platform[/]db[/]database[.]types[.]ts$|src[/]testing[/])/;

/**
 * The longest first, so that both lanes end together. One builder per CPU, and one checker per builder: more checkers would
 * only repeat the same type inference.
 */
export const STEPS: Readonly<Record<string, Step>> = {
  types: { check: program(sourceCount, "tsc", "-b", "--builders", "2", "--checkers", "1") },
  biome: {
    check: biome("."),
    changed: ({ files }) => ({
      left: "files that did not change",
      ...(files.length > 0 && { check: biome("--no-errors-on-unmatched", "--files-ignore-unknown=true", ...files) }),
    }),
  },
  "dead code": {
    check: program(sourceCount, "knip", "--no-progress"),
    changed: () => ({ left: "what nobody uses shows only in the whole tree" }),
  },
  "database types": { check: databaseTypes, changed: ifTouched(databaseTypes, "migrations", DATABASE) },
  boundaries: { check: checkBoundaries },
  migrations: {
    check: checkMigrations,
    changed: ifTouched(checkMigrations, "migrations", /^apps[/]server[/]db[/]migrations[/]|^[.]squawk[.]toml$/),
  },
  "sql functions": {
    check: checkDatabaseFunctions,
    changed: ifTouched(checkDatabaseFunctions, "database functions", /^apps[/]server[/]db[/]|^[.]squawk[.]toml$/),
  },
  openapi: {
    check: checkOpenApi,
    changed: ifTouched(
      checkOpenApi,
      "the contract",
      /^packages[/]contract[/]|^checks[/]openapi([.]ts$|[/])|^package[.]json$|^docs[/]openapi[.]json$/,
    ),
  },
  docs: { check: checkDocs },
  figures: { check: checkFigures },
  asvs: { check: checkAsvs },
  "file sizes": { check: checkFileSizes },
  findability: { check: checkFindability },
  "folder sizes": { check: checkFolderSizes },
  "small files": { check: checkSmallFiles },
  "literal spreads": { check: checkLiteralSpreads },
  "danger buttons": { check: checkDangerButtons },
  "forbidden words": { check: checkForbiddenWords },
  "refused names": { check: checkRefusedNames },
  "test titles": { check: checkTestTitles },
  dependencies: { check: checkDependencies, changed: ifTouched(checkDependencies, "manifests", MANIFESTS) },
  "bill of materials": {
    check: checkBillOfMaterials,
    changed: ifTouched(checkBillOfMaterials, "manifests", MANIFESTS),
  },
  screens: { check: checkScreens },
  "commit titles": { check: checkCommitTitles },
};
