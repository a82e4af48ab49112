import { existsSync } from "node:fs";
import path from "node:path";
import { isTest, ROOT, readText } from "../repository.ts";
import { readTitles } from "../rules/test-titles.ts";
import { ASVS_FILE, type OfficialLevels, type Requirement } from "./asvs-file.ts";

/** Test files, browser tests, mistakes that must not compile, and the programs that prove or check something. */
const HOLDS = /[.](test|e2e|check)[.]tsx?$|^(proofs|checks)[/].+[.]ts$/;

const repeated = (list: readonly string[]): string[] => list.filter((each, at) => list.indexOf(each) !== at);

const exists = (file: string, root: string): boolean => existsSync(path.join(root, file));

export interface Reading {
  readonly root: string;
  /** The titles of a test file; read once for each. */
  readonly titlesOf: (file: string) => readonly string[];
}

export const readingOf = (root: string = ROOT): Reading => {
  const known = new Map<string, readonly string[]>();
  return {
    root,
    titlesOf: (file) => {
      const titles = known.get(file) ?? readTitles(file, readText(file, root)).titles;
      known.set(file, titles);
      return titles;
    },
  };
};

const SEPARATOR = " > ";

const testFault = (test: string, { root, titlesOf }: Reading): string | undefined => {
  const [file = "", ...rest] = test.split(SEPARATOR);
  if (!exists(file, root)) return `names the test file ${file}, which does not exist`;
  if (!HOLDS.test(file)) return `names ${file} as a test, which is none`;
  const title = rest.join(SEPARATOR);
  if (title === "" && isTest(file) && titlesOf(file).length === 0) return `names ${file}, which has no test`;
  return title === "" || titlesOf(file).includes(title) ? undefined : `names the test "${title}", which ${file} lacks`;
};

const evidenceFaults = (requirement: Requirement, reading: Reading): string[] => {
  const where = "where" in requirement ? (requirement.where ?? []) : [];
  const tests = requirement.answer === "held" ? requirement.tests : [];
  return [
    ...where
      .filter((file) => !exists(file, reading.root))
      .map((file) => `names the file ${file}, which does not exist`),
    ...tests.flatMap((test) => testFault(test, reading) ?? []),
    ...[where, tests].flatMap((list) => repeated(list).map((each) => `names ${each} twice`)),
  ];
};

/** What is missing, unknown or out of order, and evidence that does not exist. */
export const requirementFaults = (
  requirements: readonly Requirement[],
  official: OfficialLevels,
  reading: Reading,
): string[] => {
  const answered = requirements.map(({ id }) => id);
  const known = [...new Set(answered)].filter((id) => official.has(id));
  const order = [...official.keys()].filter((id) => known.includes(id));
  const misplaced = known.find((id, at) => id !== order[at]);
  return [
    ...[...official.keys()].filter((id) => !answered.includes(id)).map((id) => `${id} has no answer`),
    ...answered.filter((id) => !official.has(id)).map((id) => `${id} is no requirement of level 1 or 2`),
    ...repeated(answered).map((id) => `${id} is answered twice`),
    ...(misplaced === undefined ? [] : [`${misplaced} is not where the standard has it`]),
    ...requirements
      .filter(({ id, level }) => official.has(id) && official.get(id) !== level)
      .map(({ id, level }) => `${id} is of level ${official.get(id)}, not ${level}`),
    ...requirements.flatMap((each) => evidenceFaults(each, reading).map((fault) => `${each.id} ${fault}`)),
  ].map((fault) => `${ASVS_FILE}: ${fault}`);
};
