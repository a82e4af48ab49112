import path from "node:path";
import { type Outcome, report } from "../outcome.ts";
import { isSource, isTest, listFiles } from "../repository.ts";

const MAX_FILES = 20;

/** Migrations are a log in the order of time: folders would only hide that order. */
const isCounted = (file: string): boolean =>
  file.endsWith(".sql") ? !file.includes("/migrations/") : isSource(file) && !isTest(file);

/** Tests are next to what they test and named after it, so they do not count. */
export const judgeFolders = (files: readonly string[]): Outcome => {
  const counts = new Map<string, number>();
  for (const file of files.filter(isCounted)) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const faults = [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => `${folder} holds ${count} source files; at most ${MAX_FILES}: name its parts as folders`);
  if (counts.size === 0) faults.push("no source file was found");
  return { note: `${counts.size} folders, largest ${Math.max(0, ...counts.values())} files`, faults };
};

export const checkFolderSizes = (): Outcome => judgeFolders(listFiles());

if (import.meta.main) await report("folder sizes", checkFolderSizes);
