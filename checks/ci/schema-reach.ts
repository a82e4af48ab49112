import { isGenerated, isSource, isTest, ROOT, readText } from "../repository.ts";
import { matchesAny } from "./file-patterns.ts";

/** Migrations and functions. */
export const SCHEMA = "apps/server/db/**/*.sql";

/** One statement: the table, view or function that it creates or changes, and every word in it. */
interface Statement {
  /** Undefined for a statement of another kind. */
  readonly subject: string | undefined;
  /** The types of what a function takes, among other words. */
  readonly taken: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

const wordsOf = (text: string): Set<string> => new Set(text.match(/[a-z_][a-z0-9_]*/g));

const NAME = '(?:public\\.)?"?(?<name>[a-z_][a-z0-9_]*)"?';
const SUBJECTS: readonly RegExp[] = [
  `^create (?:or replace )?(?:function|procedure) ${NAME}`,
  `^drop (?:function|procedure) (?:if exists )?${NAME}`,
  `^create table \\w+ partition of ${NAME}`,
  `^(?:create|alter|drop) (?:unlogged )?table (?:if (?:not )?exists )?(?:only )?${NAME}`,
  `^(?:create|drop) (?:or replace )?view (?:if exists )?${NAME}`,
  `^create (?:unique )?index .*? on (?:only )?${NAME}`,
  `^(?:create|drop) (?:or replace )?(?:constraint )?trigger .*? on ${NAME}`,
  `^(?:insert into|update|delete from) (?:only )?${NAME}`,
].map((source) => new RegExp(source));

const TAKEN = /^create (?:or replace )?function \w+ ?\((?<list>.*?)\) returns/;

const readStatement = (text: string): Statement => {
  const flat = text.replace(/\s+/g, " ").trim().toLowerCase();
  const subject = SUBJECTS.map((expression) => expression.exec(flat)?.groups?.name).find((name) => name !== undefined);
  return {
    subject,
    taken: wordsOf(TAKEN.exec(flat)?.groups?.list ?? ""),
    words: wordsOf(flat),
  };
};

const COMMENT = /--[^\n]*/g;
/** Up to a semicolon that is not part of a text or of the body of a function. */
const STATEMENT = /(?:\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$|'[^']*'|[^;'$]|\$(?!\w*\$))+/g;

export const statementsOf = (text: string): Statement[] =>
  [...text.replace(COMMENT, "").matchAll(STATEMENT)]
    .map(([found]) => found.trim())
    .filter(Boolean)
    .map(readStatement);

export interface SchemaReach {
  /**
   * Whether a file of the schema may concern the code: it changes a table, view or function that the code names, that such a
   * function or view uses, or that a trigger of such a table calls.
   */
  readonly concerns: (file: string, codeFiles: ReadonlySet<string>) => boolean;
}

/** Reads the schema once. */
export const readSchemaReach = (files: readonly string[], root: string = ROOT): SchemaReach => {
  const schema = new Map(
    files.filter((file) => matchesAny(file, [SCHEMA])).map((file) => [file, statementsOf(readText(file, root))]),
  );
  const statements = [...schema.values()].flat();
  const known = new Set(statements.flatMap(({ subject }) => (subject === undefined ? [] : [subject])));
  const knownIn = (words: ReadonlySet<string>): string[] => [...words].filter((word) => known.has(word));
  const leadsTo = linksOf(statements, knownIn);
  const namesOfFile = new Map<string, readonly string[]>();
  const namedIn = (file: string): readonly string[] => {
    const names = namesOfFile.get(file) ?? knownIn(wordsOf(readText(file, root)));
    namesOfFile.set(file, names);
    return names;
  };
  const named = new Set([
    ...files.filter((file) => isSource(file) && !isTest(file) && !isGenerated(file)).flatMap(namedIn),
    ...[...leadsTo].flatMap(([name, led]) => [...led].filter((other) => other !== name)),
  ]);
  /** Undefined when it may be anything: a file that is gone, an extension, a function whose name is put together. */
  const changedBy = (file: string): readonly string[] | undefined => {
    const changed = schema.get(file)?.map(({ subject, words }) => (subject === undefined ? knownIn(words) : [subject]));
    const isUnclear = changed === undefined || changed.some((names) => !names.some((name) => named.has(name)));
    return isUnclear ? undefined : changed.flat();
  };
  const reaches = new Map<ReadonlySet<string>, Set<string>>();
  const reachOf = (codeFiles: ReadonlySet<string>): Set<string> => {
    const reached = reaches.get(codeFiles) ?? new Set([...codeFiles].flatMap(namedIn));
    for (const name of reached) for (const next of leadsTo.get(name) ?? []) reached.add(next);
    reaches.set(codeFiles, reached);
    return reached;
  };
  return {
    concerns: (file, codeFiles) => changedBy(file)?.some((name) => reachOf(codeFiles).has(name)) ?? true,
  };
};

/**
 * What each name leads to: what a function or view uses, what a table refers to, what its triggers call, and the functions that
 * take a row of it, because a trigger may put their names together.
 */
const linksOf = (
  statements: readonly Statement[],
  knownIn: (words: ReadonlySet<string>) => string[],
): ReadonlyMap<string, ReadonlySet<string>> => {
  const leadsTo = new Map<string, Set<string>>();
  const link = (from: string, to: readonly string[]): void => {
    const led = leadsTo.get(from) ?? new Set();
    for (const name of to) led.add(name);
    leadsTo.set(from, led);
  };
  for (const { subject, taken, words } of statements) {
    if (subject === undefined) continue;
    link(subject, knownIn(words));
    for (const table of knownIn(taken)) link(table, [subject]);
  }
  return leadsTo;
};
