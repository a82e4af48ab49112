import fc from "fast-check";
import { anyEdit } from "./edits.ts";
import { type CaseResult, runCase } from "./run-case.ts";
import type { Files, Subject } from "./subject.ts";

export interface Tally {
  cases: number;
  breaches: string[];
  slowestMs: number;
  slowest: string;
  mostBytes: number;
  requests: number;
  readonly verdicts: Map<string, number>;
}

export const newTally = (): Tally => ({
  cases: 0,
  breaches: [],
  slowestMs: 0,
  slowest: "",
  mostBytes: 0,
  requests: 0,
  verdicts: new Map(),
});

export const addResult = (tally: Tally, name: string, { verdict, ms, bytes, requests, breaches }: CaseResult): void => {
  tally.cases += 1;
  tally.breaches.push(...breaches);
  if (ms > tally.slowestMs) [tally.slowestMs, tally.slowest] = [ms, name];
  tally.mostBytes = Math.max(tally.mostBytes, bytes);
  tally.requests += requests;
  tally.verdicts.set(verdict, (tally.verdicts.get(verdict) ?? 0) + 1);
};

const change = (
  sets: readonly Files[],
  which: number,
  edits: readonly { target: number; edit: (bytes: Uint8Array) => Uint8Array }[],
): Files => {
  const files = new Map(sets[which % sets.length]);
  const names = [...files.keys()];
  for (const { target, edit } of edits) {
    const name = names[target % names.length];
    if (name !== undefined) files.set(name, edit(files.get(name) ?? new Uint8Array(0)));
  }
  return files;
};

const aCase = fc.record({
  which: fc.nat(1_000),
  edits: fc.array(fc.record({ target: fc.nat(1_000), edit: anyEdit }), { minLength: 1, maxLength: 5 }),
});

/** Mutates valid datasets. The first breach is shrunk and reported with the way to reproduce it. */
export const fuzzSubject = async (subject: Subject, cases: number, seed: number): Promise<Tally> => {
  const tally = newTally();
  const sets = await subject.sets();
  for (const files of sets) await runCase(subject, files);
  const property = fc.asyncProperty(aCase, async ({ which, edits }) => {
    const result = await runCase(subject, change(sets, which, edits));
    addResult(tally, subject.name, result);
    return result.breaches.length === 0;
  });
  const found = await fc.check(property, { seed, numRuns: cases });
  if (found.failed) {
    const last = tally.breaches.at(-1) ?? "no words";
    tally.breaches = [`${last} (seed ${seed}, path ${found.counterexamplePath})`];
  }
  return tally;
};
