import path from "node:path";
import { readImports } from "../import-graph.ts";
import { parseModule } from "../imports.ts";
import { type Outcome, report } from "../outcome.ts";
import { isGenerated, isSource, isTest, listFiles, ROOT, readText } from "../repository.ts";

const MIN_LINES = 15;

/** Files that a program or a linter rule finds by name or folder, so their content cannot be moved. */
const FOUND_BY_NAME: readonly RegExp[] = [
  /(^|[/])index[.]tsx?$/,
  /(^|[/])environment[.]ts$/,
  /(^|[/])(bin|locales)[/]/,
  /[.](workflow|shortcuts|config|e2e)[.]tsx?$/,
];

const isFoundByName = (file: string): boolean =>
  isTest(file) || isGenerated(file) || FOUND_BY_NAME.some((pattern) => pattern.test(file));

/** Counts lines of code: no imports, comments or blank lines. */
export const countCodeLines = (file: string, text: string): number => {
  const { comments, program } = parseModule(file, text);
  const imports = program.body.filter(({ type }) => type === "ImportDeclaration");
  let code = text;
  for (const { start, end } of [...comments, ...imports]) {
    code = code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n]/g, " ") + code.slice(end);
  }
  return code.split("\n").filter((line) => line.trim() !== "").length;
};

const importersOf = (root: string, files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const importers = new Map<string, Set<string>>();
  for (const { from, to } of readImports(root, files)) importers.set(to, (importers.get(to) ?? new Set()).add(from));
  return importers;
};

/** An index re-exports a file to other importers, so such a file has more than one. */
const onlyNeighbour = (file: string, importers: ReadonlySet<string> = new Set()): string | undefined => {
  const [importer = "", ...others] = importers;
  const isBeside = path.posix.dirname(importer) === path.posix.dirname(file);
  return others.length === 0 && isBeside && !/(^|[/])index[.]tsx?$/.test(importer) ? importer : undefined;
};

/** Files that are too short to be read alone and have a single importer in the same folder. */
export const findSmallFiles = (root: string): Outcome => {
  const files = listFiles(root).filter(isSource);
  const importers = importersOf(root, files);
  const judged = files.filter((file) => !isFoundByName(file));
  const faults = judged.flatMap((file) => {
    const importer = onlyNeighbour(file, importers.get(file));
    if (importer === undefined) return [];
    const lines = countCodeLines(file, readText(file, root));
    return lines < MIN_LINES ? [`${file} has ${lines} lines of code and one importer: merge it into ${importer}`] : [];
  });
  if (judged.length === 0) faults.push("no source file was found");
  return { note: `${judged.length} files`, faults };
};

export const checkSmallFiles = (): Outcome => findSmallFiles(ROOT);

if (import.meta.main) await report("small files", checkSmallFiles);
