import { existsSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./repository.ts";
import { runCommand } from "./run-command.ts";

export interface Changes {
  /** The commit to compare the tree with. */
  readonly base: string;
  /** Existing paths that differ from the base, committed or not, without ignored ones. */
  readonly files: readonly string[];
  /** Paths that exist in the base but not in the tree. */
  readonly deleted: readonly string[];
}

const SHARED_BRANCHES = ["origin/main", "main"];

/** Changes of the working tree and of the commits since the base, or since the branch left the shared one. */
export const findChanges = async (base: string | undefined, root: string = ROOT): Promise<Changes> => {
  const git = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await runCommand("git", args, root);
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr.trim()}`);
    return stdout;
  };
  const list = (output: string): string[] => output.split("\0").filter((file) => file !== "");

  const mergeBase = async (): Promise<string> => {
    for (const branch of SHARED_BRANCHES) {
      const { status, stdout } = await runCommand("git", ["merge-base", "HEAD", branch], root);
      if (status === 0) return stdout.trim();
    }
    return (await git("rev-parse", "HEAD")).trim();
  };

  const commit =
    base === undefined ? await mergeBase() : (await git("rev-parse", "--verify", `${base}^{commit}`)).trim();
  const differing = list(await git("diff", "--name-only", "--no-renames", "-z", commit));
  const untracked = list(await git("ls-files", "--others", "--exclude-standard", "-z"));
  const all = [...new Set([...differing, ...untracked])].sort();
  const exists = (file: string) => existsSync(path.join(root, file));
  return { base: commit, files: all.filter(exists), deleted: all.filter((file) => !exists(file)) };
};
