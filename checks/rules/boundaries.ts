import { existsSync } from "node:fs";
import path from "node:path";
import { type Import, readImports } from "../import-graph.ts";
import { type Outcome, report } from "../outcome.ts";
import { listFiles, ROOT } from "../repository.ts";
import { BOUNDARY_RULES, type BoundaryRule, CLOSURE_RULES, type ClosureRule, NO_CYCLES } from "./boundary-rules.ts";
import { findCycles, type Graph } from "./import-cycles.ts";

const CHECKED_FOLDERS: ReadonlySet<string> = new Set(["apps", "packages", "checks", "proofs", "e2e"]);
const MODULE = /[.][cm]?[jt]sx?$/;

interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

const patterns = (paths: string | readonly string[] = []): readonly string[] =>
  typeof paths === "string" ? [paths] : paths;

const matches = (paths: readonly string[], file: string): boolean => paths.some((each) => new RegExp(each).test(file));

/** The importer's first capture group, or undefined when the rule does not apply to the importer. */
const importerGroup = ({ from }: BoundaryRule, file: string): string | undefined => {
  if (matches(patterns(from.pathNot), file)) return undefined;
  if (from.path === undefined) return "";
  for (const pattern of patterns(from.path)) {
    const match = new RegExp(pattern).exec(file);
    if (match !== null) return match[1] ?? "";
  }
  return undefined;
};

const breaks = (rule: BoundaryRule, group: string, each: Import): boolean => {
  const { path: wanted, pathNot, valueOnly, missingInProduction, unresolved, inexact } = rule.to;
  const filled = (paths: string | readonly string[] | undefined) =>
    patterns(paths).map((pattern) => pattern.replaceAll("$1", group));
  if (valueOnly && each.isTypeOnly) return false;
  if (missingInProduction && !each.isMissingInProduction) return false;
  if (unresolved && !each.isUnresolved) return false;
  if (inexact && !each.isInexact) return false;
  return (wanted === undefined || matches(filled(wanted), each.to)) && !matches(filled(pathNot), each.to);
};

const graphOf = (files: readonly string[], imports: readonly Import[]): Graph => {
  const graph = new Map<string, string[]>(files.map((file) => [file, []]));
  for (const { from, to } of imports) graph.get(from)?.push(to);
  return graph;
};

/** Imports of what the entry must never load, in any module that it leads to. */
const readClosure = ({ name, why, entry, never }: ClosureRule, imports: readonly Import[]): Violation[] => {
  const byImporter = Map.groupBy(imports, ({ from }) => from);
  const reached = new Set([entry]);
  const violations: Violation[] = [];
  // A set also yields what is added to it meanwhile.
  for (const file of reached) {
    for (const { from, to } of byImporter.get(file) ?? []) {
      if (matches(never, to)) violations.push({ rule: name, from, to, why });
      else reached.add(to);
    }
  }
  return violations;
};

/** Violations of the rules in `boundary-rules.ts`, and the number of modules and imports read. */
export const readBoundaries = (root: string): { modules: number; imports: number; violations: Violation[] } => {
  const files = listFiles(root).filter((file) => MODULE.test(file) && CHECKED_FOLDERS.has(file.split("/")[0] ?? ""));
  const imports = readImports(root, files);
  const violations: Violation[] = [];
  const rulesFor = new Map(
    files.map((file) => [
      file,
      BOUNDARY_RULES.flatMap((rule) => {
        const group = importerGroup(rule, file);
        return group === undefined ? [] : [{ rule, group }];
      }),
    ]),
  );
  for (const each of imports) {
    for (const { rule, group } of rulesFor.get(each.from) ?? []) {
      if (breaks(rule, group, each)) violations.push({ rule: rule.name, from: each.from, to: each.to, why: rule.why });
    }
  }
  for (const [from = "", ...rest] of findCycles(graphOf(files, imports))) {
    violations.push({ rule: NO_CYCLES.name, from, to: rest.join(" → "), why: NO_CYCLES.why });
  }
  const loaded = imports.filter(({ isTypeOnly }) => !isTypeOnly);
  for (const rule of CLOSURE_RULES) violations.push(...readClosure(rule, loaded));
  return { modules: files.length, imports: imports.length, violations };
};

export const checkBoundaries = (root: string = ROOT): Outcome => {
  const { modules, imports, violations } = readBoundaries(root);
  const faults = violations.map(({ rule, from, to, why }) => `${rule}: ${from} → ${to} (${why})`);
  // Without imports the check would find no violation either.
  if (imports === 0) faults.push("there is no import to check");
  for (const { name, entry } of CLOSURE_RULES)
    if (imports > 0 && !existsSync(path.join(root, entry))) faults.push(`${name}: there is no ${entry}`);
  return { note: `${imports} imports of ${modules} modules`, faults };
};

if (import.meta.main) await report("boundaries", checkBoundaries);
