import path from "node:path";
import { ROOT } from "./repository.ts";
import { linesOf, runCommand } from "./run-command.ts";

/** What squawk says of SQL files, one line for each fault; none when they are fine. */
export const lintSql = async (files: readonly string[], ...options: string[]): Promise<string[]> => {
  if (files.length === 0) return [];
  const program = path.join(ROOT, "node_modules/.bin/squawk");
  const finished = await runCommand(program, ["--reporter", "gcc", ...options, ...files], ROOT);
  return finished.status === 0 ? [] : linesOf(finished);
};
