import { describe, expect, it } from "vitest";
import type { Figure, FiguresFile } from "../../../checks/figures/figures-file.ts";
import type { BenchRun } from "./bench-run.ts";
import { recordFull, recordSmoke } from "./record-figures.ts";
import { concludeFull } from "./run-full.ts";
import { runSmoke } from "./run-smoke.ts";

const ORIGIN = { date: "2026-11-16", commit: "89abcdef", machine: "A", conditions: "load 0.4" };

const aBaseline = (value: number, machine: string) => ({
  value,
  noise: 0.05,
  repeats: 5,
  date: "2026-11-15",
  commit: "01234567",
  machine,
});

const aFile = (change: Partial<Figure> = {}): FiguresFile => ({
  machines: { A: { about: "two cores", processor: "a processor", cores: 2 } },
  measurements: [
    {
      id: "boot",
      command: "pnpm bench boot",
      part: null,
      date: "2026-11-15",
      commit: "01234567",
      machine: "A",
      conditions: null,
      isVoid: false,
      goal: "≤ 2",
      note: "as it was",
      figures: [
        {
          id: "boot.cpu",
          what: "processor time until ready",
          unit: "ratio",
          goal: { comparison: "<=", bound: 5 },
          value: 4,
          interval: null,
          smoke: [aBaseline(4, "A")],
          ...change,
        },
      ],
    },
  ],
});

const aRun = (value: number, change: Partial<BenchRun> = {}): BenchRun => ({
  figures: [{ id: "boot.cpu", value }],
  voids: [],
  faults: [],
  ...change,
});

/** Returns the given runs in sequence and counts how many were requested. */
const smokeOf = async (runs: readonly (BenchRun | Error)[], file = aFile(), machine = "A", isPlanted = false) => {
  let asked = 0;
  const lines: string[] = [];
  const runOnce = async (): Promise<BenchRun> => {
    const run = runs[asked++];
    if (!run) throw new Error("asked for too many runs");
    if (run instanceof Error) throw run;
    return run;
  };
  const outcome = await runSmoke({ file, machine }, "boot", runOnce, {
    print: (line) => lines.push(line),
    isPlanted,
  });
  return { outcome, asked, text: lines.join("\n") };
};

const VOID = { voids: ["equal sides 1.2"] };

describe("the smoke run", () => {
  it("holds after one run that is as recorded", async () => {
    expect(await smokeOf([aRun(4.1)])).toMatchObject({ outcome: "held", asked: 1 });
  });

  it("fails when a slowdown is seen twice", async () => {
    expect(await smokeOf([aRun(5.2), aRun(5.2)])).toMatchObject({ outcome: "failed", asked: 2 });
  });

  it("compares with the value of its own machine", async () => {
    const file = aFile({ smoke: [aBaseline(4, "A"), aBaseline(6, "B")] });
    expect(await smokeOf([aRun(6.1)], file, "B")).toMatchObject({ outcome: "held", asked: 1 });
    expect(await smokeOf([aRun(6.1), aRun(6.1)], file, "A")).toMatchObject({ outcome: "failed", asked: 2 });
  });

  it("holds no ratio on a machine without a recorded value, but counts on every machine", async () => {
    const judged = await smokeOf([aRun(9)], aFile(), "C");
    expect(judged).toMatchObject({ outcome: "held", asked: 1 });
    expect(judged.text).toContain("not held: no smoke value is recorded for this machine");
    const counted = aFile({ unit: "count" });
    expect(await smokeOf([aRun(9), aRun(9)], counted, "C")).toMatchObject({ outcome: "failed", asked: 2 });
  });

  it("holds when a slowdown is not seen again", async () => {
    expect(await smokeOf([aRun(5.2), aRun(4)])).toMatchObject({ outcome: "held", asked: 2 });
  });

  it("repeats void runs and takes the first that is not void", async () => {
    expect(await smokeOf([aRun(9, VOID), aRun(9, VOID), aRun(4)])).toMatchObject({ outcome: "held", asked: 3 });
  });

  it("is void after three void runs, however good or bad they look", async () => {
    const judged = await smokeOf([aRun(4, VOID), aRun(9, VOID), aRun(9, VOID)]);
    expect(judged).toMatchObject({ outcome: "void", asked: 3 });
    expect(judged.text).toContain("after 3 of 3 attempts");
  });

  it("is void after one void run with a planted slowdown, which only tests the measuring", async () => {
    expect(await smokeOf([aRun(9, VOID)], aFile(), "A", true)).toMatchObject({ outcome: "void", asked: 1 });
    expect(await smokeOf([aRun(9), aRun(9)], aFile(), "A", true)).toMatchObject({ outcome: "failed", asked: 2 });
  });

  it("is void when a slowdown was seen once between void runs", async () => {
    expect(await smokeOf([aRun(9, VOID), aRun(5.2), aRun(4, VOID)])).toMatchObject({ outcome: "void", asked: 3 });
  });

  it("judges counts in void runs, since they do not depend on the clock", async () => {
    const counted = aFile({ unit: "count" });
    expect(await smokeOf([aRun(9, VOID), aRun(9, VOID)], counted)).toMatchObject({ outcome: "failed", asked: 2 });
  });

  it("takes an interval too wide to see a slowdown for void", async () => {
    const wide = { figures: [{ id: "boot.cpu", value: 5, interval: [3, 7] as const }] };
    const judged = await smokeOf([aRun(5, wide), aRun(5, wide), aRun(5, wide)]);
    expect(judged).toMatchObject({ outcome: "void", asked: 3 });
    expect(judged.text).toContain("too wide to see a slowdown");
  });

  it("fails at once when the bench found something wrong", async () => {
    expect(await smokeOf([aRun(4, { faults: ["3 requests failed"] })])).toMatchObject({ outcome: "failed", asked: 1 });
  });

  it("repeats a run that was stopped by an error, prints it, and fails when it happens again", async () => {
    const stopped = new Error("3 cells failed");
    const once = await smokeOf([stopped, aRun(4)]);
    expect(once).toMatchObject({ outcome: "held", asked: 2 });
    expect(once.text).toContain("3 cells failed");
    expect(await smokeOf([stopped, stopped])).toMatchObject({ outcome: "failed", asked: 2 });
  });

  it("fails when a recorded figure is not measured any more", async () => {
    const judged = await smokeOf([aRun(4, { figures: [] })]);
    expect(judged).toMatchObject({ outcome: "failed", asked: 1 });
    expect(judged.text).toContain("boot.cpu has a recorded smoke value and was not measured");
  });

  it("refuses a figure that nobody entered", async () => {
    const unknown = aRun(4, {
      figures: [
        { id: "boot.cpu", value: 4 },
        { id: "boot.new", value: 1 },
      ],
    });
    await expect(smokeOf([unknown])).rejects.toThrow("no figure 'boot.new'");
  });
});

describe("recording", () => {
  it("writes value, interval, date, commit and machine of a full run, and its words", () => {
    const run = aRun(3.9, {
      figures: [{ id: "boot.cpu", value: 3.912_34, interval: [3.8, 4.123_45] }],
      notes: { boot: "bare 200 ms" },
    });
    const [measurement] = recordFull(aFile(), run, ORIGIN).measurements;
    expect(measurement).toMatchObject({ ...ORIGIN, isVoid: false, note: "bare 200 ms" });
    expect(measurement?.figures[0]).toMatchObject({ value: 3.912, interval: { low: 3.8, high: 4.123 } });
  });

  it("marks a void run as void", () => {
    expect(recordFull(aFile(), aRun(4, VOID), ORIGIN).measurements[0]?.isVoid).toBe(true);
  });

  it("writes the middle and the noise of the repeats", () => {
    const runs = [4, 4.1, 4.2, 4, 4.1].map((value) => aRun(value));
    const smoke = recordSmoke(aFile(), runs, ORIGIN, () => undefined).measurements[0]?.figures[0]?.smoke;
    const { date, commit, machine } = ORIGIN;
    expect(smoke).toEqual([{ value: 4.1, noise: 0.024, repeats: 5, date, commit, machine }]);
  });

  it("keeps the values of other machines", () => {
    const file = aFile({ smoke: [aBaseline(3, "A"), aBaseline(6, "B")] });
    const recorded = recordSmoke(file, Array(5).fill(aRun(4)), ORIGIN, () => undefined).measurements[0]?.figures[0];
    expect(recorded?.smoke.map(({ machine, value }) => [machine, value])).toEqual([
      ["B", 6],
      ["A", 4],
    ]);
  });

  it("holds neither figures whose repeats lie too far apart nor absolute times", () => {
    const runs = [4, 9, 4, 4, 4].map((value) => aRun(value));
    const smokeOfFile = (file: FiguresFile) =>
      recordSmoke(file, runs, ORIGIN, () => undefined).measurements[0]?.figures[0]?.smoke;
    expect(smokeOfFile(aFile())).toEqual([]);
    const steady = recordSmoke(aFile({ unit: "ms" }), [aRun(4), aRun(4)], ORIGIN, () => undefined);
    expect(steady.measurements[0]?.figures[0]?.smoke).toEqual([]);
  });

  it("refuses a figure that nobody entered", () => {
    const unknown = aRun(4, { figures: [{ id: "boot.new", value: 1 }] });
    expect(() => recordFull(aFile(), unknown, ORIGIN)).toThrow("no figure 'boot.new'");
  });
});

describe("the full run", () => {
  const concludeOf = (run: BenchRun): { isGood: boolean; text: string } => {
    const lines: string[] = [];
    const isGood = concludeFull(aFile(), run, (line) => lines.push(line));
    return { isGood, text: lines.join("\n") };
  };

  it("fails when a goal is missed, a control failed or something was wrong", () => {
    expect(concludeOf(aRun(4.9)).isGood).toBe(true);
    expect(concludeOf(aRun(5.1))).toMatchObject({ isGood: false, text: expect.stringContaining("MISSED") });
    expect(concludeOf(aRun(4, VOID)).isGood).toBe(false);
    expect(concludeOf(aRun(4, { faults: ["wrong"] })).isGood).toBe(false);
  });
});
