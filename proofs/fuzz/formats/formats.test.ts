import { FormatFault } from "@dailies/formats/format-fault";
import { describe, expect, it } from "vitest";
import { makeCorpus, runHostileFile } from "./corpus.ts";
import { fuzzSubject, newTally } from "./fuzz-subject.ts";
import { runCase } from "./run-case.ts";
import { fileOf, type Subject } from "./subject.ts";
import { SUBJECTS } from "./subjects.ts";

const FILES = new Map([fileOf("a", "abc")]);
const subject = (run: Subject["run"]): Subject => ({ name: "planted", sets: async () => [FILES], run });
const breachOf = async (run: Subject["run"]): Promise<string> =>
  (await runCase(subject(run), FILES)).breaches.join(" ");

const burn = (milliseconds: number): void => {
  const { user } = process.threadCpuUsage();
  while (process.threadCpuUsage().user - user < milliseconds * 1000);
};

describe("the fuzzer of the readers", () => {
  it("finds what no reader may do", async () => {
    expect(await breachOf(async () => Promise.reject(new TypeError("cannot read")))).toContain("cannot read");
    expect(await breachOf(async (source) => void (await source.size("set/../secret.txt")))).toContain("asked for");
    expect(await breachOf(async (source) => void (await source.read("secret.txt", 0, 3)))).toContain("secret.txt 0–3");
    expect(await breachOf(async (source) => void (await source.size("set-beside/secret.txt")))).toContain("asked for");
    expect(await breachOf(async () => burn(60))).toContain("ms");
    const kept: Uint8Array[] = [];
    expect(await breachOf(async () => void kept.push(new Uint8Array(80_000_000).fill(1)))).toContain("MiB");
  });

  it("lets typed refusals and sound reads pass", async () => {
    const refused = await runCase(
      subject(async () => {
        throw new FormatFault("too_large", "too much");
      }),
      FILES,
    );
    expect(refused).toMatchObject({ verdict: "too_large", breaches: [] });
    expect(
      await runCase(
        subject(async (source) => void (await source.read("set/a", 0, 3))),
        FILES,
      ),
    ).toMatchObject({
      verdict: "read",
      breaches: [],
    });
  });

  it("tells the way back to a breach", async () => {
    const fragile = subject(async (source) => {
      if ((await source.size("set/a")) === 0) throw new RangeError("nothing there");
    });
    const { breaches } = await fuzzSubject(fragile, 500, 7);
    expect(breaches[0]).toMatch(/nothing there.*seed 7, path \d+/);
  });
});

describe("the readers", () => {
  it("judge every file of the hostile corpus as they should", async () => {
    const tally = newTally();
    const corpus = makeCorpus();
    for (const file of corpus) await runHostileFile(tally, file);
    expect(tally.breaches).toEqual([]);
    expect(corpus.length).toBeGreaterThanOrEqual(100);
    expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
  });

  it.each(SUBJECTS)("read their own sound sets: $name", async (one) => {
    for (const files of await one.sets()) {
      expect(await runCase(one, files)).toMatchObject({ verdict: "read", breaches: [] });
    }
  });
});
