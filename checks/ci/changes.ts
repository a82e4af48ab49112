import { findChanges } from "../changed-files.ts";
import { ROOT } from "../repository.ts";
import { runCommand } from "../run-command.ts";

const DAY_S = 86_400;

export interface Changes {
  readonly base: string | undefined;
  /** Files that differ from the base, including uncommitted ones; undefined without a base. */
  readonly files: readonly string[] | undefined;
  readonly commitNumber: number;
}

const git = async (root: string, ...args: readonly string[]): Promise<string> => {
  const { status, stdout, stderr } = await runCommand("git", args, root);
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr.trim()}`);
  return stdout.trim();
};

const lines = (text: string): string[] => text.split("\n").filter((line) => line !== "");

/**
 * The newest commit that was at least a day old at the time of the last one, so that the result depends only on the commit.
 */
export const dayOldCommit = async (root: string = ROOT): Promise<string | undefined> => {
  const madeAtS = Number(await git(root, "log", "-1", "--format=%ct"));
  const history = lines(await git(root, "log", "--first-parent", "--format=%H %ct"));
  return history.find((line) => madeAtS - Number(line.split(" ")[1]) >= DAY_S)?.split(" ")[0];
};

/** Changes since the base: the given commit, or else the newest one that is a day older than the last. */
export const readChanges = async (base: string | undefined, root: string = ROOT): Promise<Changes> => {
  const commitNumber = Number(await git(root, "rev-list", "--count", "HEAD"));
  const chosen = base ?? (await dayOldCommit(root));
  if (chosen === undefined) return { base: undefined, files: undefined, commitNumber };
  const { base: commit, files, deleted } = await findChanges(chosen, root);
  return { base: commit, files: [...files, ...deleted].sort(), commitNumber };
};
