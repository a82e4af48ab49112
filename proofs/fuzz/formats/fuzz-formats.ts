import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { makeCorpus, runHostileFile } from "./corpus.ts";
import { fuzzSubject, newTally, type Tally } from "./fuzz-subject.ts";
import { SUBJECTS } from "./subjects.ts";

const DEFAULT_CASES = 20_000;
const FEWEST_FILES = 100;
const MOST_SHOWN = 20;
const LARGEST_SEED = 0x7fff_ffff;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const describe = (
  name: string,
  { cases, slowestMs, slowest, mostBytes, requests, breaches, verdicts }: Tally,
): string => {
  const told = [...verdicts].sort(([, one], [, other]) => other - one).map(([kind, count]) => `${kind} × ${count}`);
  const figures = `slowest ${slowestMs.toFixed(1)} ms (${slowest}), largest ${(mostBytes / 1_048_576).toFixed(1)} MiB`;
  return `${name}: ${cases} cases, ${breaches.length} breaches, ${figures}, ${requests} requests; ${told.join(", ")}`;
};

const runCorpus = async (): Promise<Tally> => {
  const tally = newTally();
  const corpus = makeCorpus();
  for (const file of corpus) await runHostileFile(tally, file);
  if (corpus.length < FEWEST_FILES)
    tally.breaches.push(`the corpus has ${corpus.length} files; at least ${FEWEST_FILES}`);
  print(describe("hostile corpus", tally));
  return tally;
};

/** Readers on a hostile corpus and on random cases: they may only throw typed faults, in bounded time and memory. */
export const fuzzFormats = async (flags: readonly string[]): Promise<boolean> => {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      cases: { type: "string", default: `${DEFAULT_CASES}` },
      seed: { type: "string", default: `${randomInt(LARGEST_SEED)}` },
      only: { type: "string" },
    },
  });
  const [cases, seed] = [Number(values.cases), Number(values.seed)];
  print(`seed ${seed}`);
  const startedMs = performance.now();
  const corpus = await runCorpus();
  const subjects = SUBJECTS.filter(({ name }) => values.only === undefined || name === values.only);
  const tallies = [corpus];
  for (const subject of subjects) {
    const tally = await fuzzSubject(subject, Math.ceil(cases / subjects.length), seed);
    print(describe(subject.name, tally));
    tallies.push(tally);
  }
  const breaches = tallies.flatMap((tally) => tally.breaches);
  for (const breach of breaches.slice(0, MOST_SHOWN)) print(`breach: ${breach}`);
  const made = tallies.slice(1).reduce((sum, tally) => sum + tally.cases, 0);
  const slowest = Math.max(...tallies.map(({ slowestMs }) => slowestMs)).toFixed(1);
  const largest = (Math.max(...tallies.map(({ mostBytes }) => mostBytes)) / 1_048_576).toFixed(1);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  print(
    `fuzz formats: ${made} cases and ${corpus.cases} hostile files, ${breaches.length} breaches, slowest ${slowest} ms, ` +
      `largest ${largest} MiB, seed ${seed}, ${seconds} s`,
  );
  return breaches.length === 0;
};
