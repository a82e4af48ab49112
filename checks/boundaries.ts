import { existsSync } from "node:fs";
import path from "node:path";
import { type Outcome, report } from "./outcome.ts";
import { isSource, listFiles, ROOT } from "./repository.ts";
import { runCommand } from "./run-command.ts";

const CRUISED_FOLDERS = ["apps", "packages", "checks", "proofs", "e2e"];

interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

interface CruiseReport {
  modules: { source: string }[];
  summary: { violations: { rule: { name: string }; from: string; to: string }[] };
}

/** Which rules of `.dependency-cruiser.cjs` a tree breaks, and how many of its own modules were looked at. */
export const cruise = async (root: string): Promise<{ modules: Set<string>; violations: Violation[] }> => {
  const folders = CRUISED_FOLDERS.filter((folder) => existsSync(path.join(root, folder)));
  const program = path.join(ROOT, "node_modules/.bin/depcruise");
  const config = path.join(ROOT, ".dependency-cruiser.cjs");
  const { stdout, stderr } = await runCommand(program, [...folders, "--config", config, "-T", "json"], root);
  if (stdout === "") throw new Error(`dependency-cruiser said nothing: ${stderr}`);
  const { modules, summary } = JSON.parse(stdout) as CruiseReport;
  return {
    modules: new Set(modules.map(({ source }) => source)),
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
};

export const checkBoundaries = async (root: string = ROOT): Promise<Outcome> => {
  const files = listFiles(root).filter((file) => isSource(file) && CRUISED_FOLDERS.includes(file.split("/")[0] ?? ""));
  const { modules, violations } = await cruise(root);
  const faults = violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`);
  // A cruiser that cannot read TypeScript sees nothing and reports success.
  const missed = files.filter((file) => !modules.has(file));
  if (files.length === 0) faults.push("there is nothing to cruise");
  if (missed.length > 0)
    faults.push(`${missed.length} of ${files.length} source files were not cruised: ${missed.join(", ")}`);
  return { note: `${files.length - missed.length} modules cruised of ${files.length} source files`, faults };
};

if (import.meta.main) await report("boundaries", checkBoundaries);
