import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Outcome, report } from "../outcome.ts";
import { ROOT } from "../repository.ts";
import { runCommand } from "../run-command.ts";

const TYPES = ["feat", "fix", "docs", "test", "refactor", "perf", "build", "ci", "chore", "revert"];

/** One list of names for contract, server, web and commits. */
const FEATURES = [
  "approvals",
  "assets",
  "auth",
  "benchmarks",
  "blinding",
  "clusters",
  "content",
  "credits",
  "data-experiments",
  "datasets",
  "developer-desk",
  "dimensions",
  "evaluations",
  "events",
  "experiments",
  "exports",
  "generation",
  "home",
  "inference-services",
  "jobs",
  "labelling",
  "leaderboards",
  "lineage",
  "metrics",
  "notifications",
  "operation-log",
  "packages",
  "payments",
  "performers",
  "permissions",
  "platform-tools",
  "processing",
  "retention",
  "search",
  "service-api",
  "sign-on",
  "settings",
  "statistics",
  "storage",
  "formats",
  "system",
  "tasks",
  "users",
  "viewer",
];
const AREAS = ["checks", "ci", "contract", "docs", "e2e", "ops", "proofs", "repo", "server", "web"];
const SCOPES: ReadonlySet<string> = new Set([...FEATURES, ...AREAS]);

const MAX_TITLE_LENGTH = 100;
const TITLE = new RegExp(`^(?:${TYPES.join("|")})\\((?<scope>[a-z0-9-]+)\\)!?: \\S.*[^.\\s]$`);

/** The fault of a commit title, or undefined. */
export const titleFault = (title: string): string | undefined => {
  if (/^(Merge |Revert "|fixup! |squash! )/.test(title)) return undefined;
  if (title.length > MAX_TITLE_LENGTH) return `longer than ${MAX_TITLE_LENGTH} characters: ${title}`;
  const scope = TITLE.exec(title)?.groups?.scope;
  if (scope === undefined) return `not of the form \`type(scope): what changed\`: ${title}`;
  return SCOPES.has(scope) ? undefined : `unknown scope "${scope}": ${title}`;
};

/** Commits that are not on the shared branch yet, or the last fifty without a shared branch. */
const recentTitles = async (): Promise<string[]> => {
  const git = (...args: string[]) => runCommand("git", args, ROOT);
  const [shared, head] = [
    await git("rev-parse", "--verify", "origin/main"),
    await git("rev-parse", "--verify", "HEAD"),
  ];
  if (head.status !== 0 && /Needed a single revision/.test(head.stderr)) return [];
  const log = await git(
    "log",
    "--no-merges",
    "--format=%s",
    ...(shared.status === 0 ? ["origin/main..HEAD"] : ["-50"]),
  );
  if (log.status !== 0) throw new Error(`git could not be asked: ${log.stderr}`);
  return log.stdout.split("\n").filter((line) => line !== "");
};

export const checkCommitTitles = async (): Promise<Outcome> => {
  if (!existsSync(path.join(ROOT, ".git"))) return { note: "not a git checkout, nothing to read", faults: [] };
  const titles = await recentTitles();
  return { note: `${titles.length} titles`, faults: titles.map(titleFault).filter((fault) => fault !== undefined) };
};

if (import.meta.main) {
  const messageFile = process.argv[2];
  const checkMessage = (file: string): Outcome => {
    const fault = titleFault(readFileSync(file, "utf8").split("\n")[0] ?? "");
    return { note: "1 title", faults: fault === undefined ? [] : [fault] };
  };
  await report("commit titles", messageFile === undefined ? checkCommitTitles : () => checkMessage(messageFile));
}
