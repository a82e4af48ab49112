import { type DeclaredFunction, parseFunctions } from "../../apps/server/src/platform/db/schema-files.ts";
import { type Outcome, report } from "../outcome.ts";
import { listFiles, ROOT, readText } from "../repository.ts";
import { runCommand } from "../run-command.ts";
import { lintSql } from "../squawk.ts";

const FUNCTIONS = "apps/server/db/functions/";
const MIGRATIONS = "apps/server/db/migrations/";
const CALLERS = "apps/server/src";
const MAX_LINES = 400;

const CODE_IN_MIGRATION = /^\s*create\s+(?:or\s+replace\s+)?(?:constraint\s+)?(?:function|trigger)\b/im;
const TABLE_IN_FUNCTIONS = /^\s*(?:create|alter|drop)\s+(?:unique\s+)?(?:table|index|type|view)\b/im;

interface SqlText {
  readonly file: string;
  readonly text: string;
}

/** The newest release that this tree descends from, with the database functions its processes may still call. */
interface Release {
  readonly tag: string;
  readonly functions: readonly DeclaredFunction[];
  readonly calls: (name: string) => Promise<boolean>;
}

export const findMisplaced = (files: readonly SqlText[]): string[] =>
  files.flatMap(({ file, text }) => {
    if (file.startsWith(MIGRATIONS)) {
      return CODE_IN_MIGRATION.test(text) ? [`${file} declares a function or trigger; it belongs in ${FUNCTIONS}`] : [];
    }
    const lines = text.trimEnd().split("\n").length;
    return [
      ...(TABLE_IN_FUNCTIONS.test(text) ? [`${file} changes tables; that belongs in ${MIGRATIONS}`] : []),
      ...(lines > MAX_LINES ? [`${file} has ${lines} lines; the cap is ${MAX_LINES}`] : []),
    ];
  });

/**
 * Calls that would break processes of the release during a rolling update, when the database already has the functions of
 * this tree.
 */
export const findBrokenCalls = async (
  current: readonly DeclaredFunction[],
  { tag, functions, calls }: Release,
): Promise<string[]> => {
  const faults: string[] = [];
  for (const { name, signature } of functions) {
    const now = current.find((declared) => declared.name === name);
    if (now && now.signature !== signature) {
      faults.push(`${name} has another signature than in ${tag}: add a function with a new name, drop this one later`);
    } else if (!now && (await calls(name))) {
      faults.push(`${name} is gone, but the processes of ${tag} call it: drop it in the release after this one`);
    }
  }
  return faults;
};

/** Undefined before the first release. */
export const readRelease = async (root: string): Promise<Release | undefined> => {
  const git = (...args: string[]) => runCommand("git", args, root);
  const described = await git("describe", "--tags", "--abbrev=0", "--match", "v[0-9]*");
  if (described.status !== 0) return undefined;
  const tag = described.stdout.trim();
  const { stdout } = await git("ls-tree", "-r", "--name-only", tag, FUNCTIONS);
  const files = stdout.split("\n").filter((file) => file.endsWith(".sql"));
  const texts = await Promise.all(files.map((file) => git("show", `${tag}:${file}`)));
  return {
    tag,
    functions: texts.flatMap((shown, at) => parseFunctions(files[at] ?? "", shown.stdout)),
    calls: async (name) => (await git("grep", "--quiet", "--word-regexp", name, tag, "--", CALLERS)).status === 0,
  };
};

export const checkDatabaseFunctions = async (): Promise<Outcome> => {
  const sql = listFiles()
    .filter((file) => file.endsWith(".sql") && (file.startsWith(FUNCTIONS) || file.startsWith(MIGRATIONS)))
    .map((file) => ({ file, text: readText(file) }));
  const files = sql.filter(({ file }) => file.startsWith(FUNCTIONS));
  if (files.length === 0) return { note: "0 functions", faults: [`no function in ${FUNCTIONS}`] };
  const functions = files.flatMap(({ file, text }) => parseFunctions(file, text));
  const release = await readRelease(ROOT);
  const faults = [
    ...findMisplaced(sql),
    ...(await lintSql(files.map(({ file }) => file))),
    ...(release ? await findBrokenCalls(functions, release) : []),
  ];
  const compared = release ? `compared with ${release.tag}` : "no release to compare with";
  return { note: `${functions.length} functions in ${files.length} files, ${compared}`, faults };
};

if (import.meta.main) await report("sql functions", checkDatabaseFunctions);
