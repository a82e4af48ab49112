import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "..");

const NOT_OURS: ReadonlySet<string> = new Set([
  ".cache",
  ".data",
  ".git",
  ".venv",
  "__pycache__",
  "dist",
  "node_modules",
  "playwright-report",
  "test-results",
]);

/** Every file of the tree that people wrote, as paths relative to its root with forward slashes. */
export const listFiles = (root: string = ROOT): string[] => {
  const found: string[] = [];
  const walk = (folder: string) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      // In a linked worktree `.git` is a file.
      if (NOT_OURS.has(entry.name)) continue;
      const file = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(file);
      else if (entry.isFile()) found.push(file);
    }
  };
  walk("");
  return found.sort();
};

export const isSource = (file: string): boolean => /[.]tsx?$/.test(file) && !file.endsWith(".d.ts");

export const isTest = (file: string): boolean => /[.]test[.]tsx?$/.test(file);

/** Written by a program and checked for drift elsewhere, so the limits for people do not apply. */
export const isGenerated = (file: string): boolean =>
  file.endsWith(".generated.ts") || file === "apps/server/src/platform/db/database.types.ts";

export const readText = (file: string, root: string = ROOT): string => readFileSync(path.join(root, file), "utf8");

export const lineOf = (text: string, index: number): number => text.slice(0, index).split("\n").length;
