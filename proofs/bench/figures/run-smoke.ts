import {
  type FiguresFile,
  findBaseline,
  findFigure,
  isCount,
  type SmokeBaseline,
} from "../../../checks/figures/figures-file.ts";
import { formatNumber } from "../../../checks/figures/figures-page.ts";
import { type BenchOutcome, type BenchRun, measurementsOf } from "./bench-run.ts";
import { type Comparison, compareFigure, type MeasuredFigure } from "./compare-figure.ts";

const MAX_ATTEMPTS = 3;
const MAX_PLANTED_VOIDS = 1;
/** A regression or a crash must occur twice, a pass once, so that a hiccup of the machine does not fail the run. */
const SEEN_TWICE = 2;
/** With a wider interval the run could not have detected a slowdown of 30 %. */
const WIDEST = 1.3;

type Print = (line: string) => void;

/** The recorded figures, and the machine whose smoke values the run is compared with. */
export interface Recorded {
  readonly file: FiguresFile;
  readonly machine: string | undefined;
}

/** Baselines missing from the run: a figure that is no longer measured must not pass. */
const missingFrom = ({ file, machine }: Recorded, bench: string, { figures }: BenchRun): string[] =>
  measurementsOf(file, bench)
    .flatMap((measurement) => measurement.figures)
    .filter((figure) => findBaseline(figure, machine) && !figures.some(({ id }) => id === figure.id))
    .map(({ id }) => `${id} has a recorded smoke value and was not measured`);

const wideVoids = ({ file, machine }: Recorded, { figures }: BenchRun): string[] =>
  figures
    .filter(({ interval }) => interval && interval[1] / interval[0] > WIDEST)
    .filter(({ id }) => findBaseline(findFigure(file, id), machine))
    .map(({ id }) => `the interval of ${id} is too wide to see a slowdown`);

const describe = (
  measured: MeasuredFigure,
  smoke: SmokeBaseline,
  { verdict, bound, allowance }: Comparison,
): string => {
  const interval = measured.interval ? ` (90 % ${measured.interval.map(formatNumber).join("–")})` : "";
  const words = { holds: "holds", worse: "WORSE", better: "better: record it" }[verdict];
  return (
    `  ${measured.id.padEnd(26)} ${formatNumber(measured.value)}${interval}, recorded ${formatNumber(smoke.value)}, ` +
    `bound ${formatNumber(bound)} (${(allowance * 100).toFixed(1)} %): ${words}`
  );
};

/** Prints each figure against its baseline and returns the ids that regressed. */
const judge = ({ file, machine }: Recorded, measured: readonly MeasuredFigure[], print: Print): string[] => {
  const worse: string[] = [];
  for (const each of measured) {
    const figure = findFigure(file, each.id);
    const baseline = findBaseline(figure, machine);
    if (!baseline) {
      print(
        `  ${each.id.padEnd(26)} ${formatNumber(each.value)}, not held: no smoke value is recorded for this machine`,
      );
      continue;
    }
    const comparison = compareFigure(figure, baseline, each);
    print(describe(each, baseline, comparison));
    if (comparison.verdict === "worse") worse.push(each.id);
  }
  return worse;
};

/** Figures that do not depend on the clock, and therefore hold on a busy machine as well. */
const countsIn = ({ file }: Recorded, { figures }: BenchRun): MeasuredFigure[] =>
  figures.filter(({ id }) => isCount(findFigure(file, id)));

type Attempt = "holds" | "worse" | "wrong" | "void";

/**
 * Prints the whole error that stopped the run: on a busy machine it may be a time limit that does not occur a second time.
 */
const runOrExplain = async (runOnce: () => Promise<BenchRun>, print: Print): Promise<BenchRun | undefined> => {
  try {
    return await runOnce();
  } catch (error) {
    print(`  STOPPED by ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return undefined;
  }
};

const attempt = (recorded: Recorded, bench: string, run: BenchRun, print: Print): Attempt => {
  const faults = [...run.faults, ...missingFrom(recorded, bench, run)];
  for (const fault of faults) print(`  FAULT ${fault}`);
  if (faults.length > 0) return "wrong";
  const voids = [...run.voids, ...wideVoids(recorded, run)];
  for (const why of voids) print(`  VOID: ${why}`);
  const worse = judge(recorded, voids.length > 0 ? countsIn(recorded, run) : run.figures, print);
  if (worse.length > 0) return "worse";
  return voids.length > 0 ? "void" : "holds";
};

/**
 * Repeats the short bench until it gives a result. Three void attempts are void: a busy machine has shown neither that the
 * figures hold nor that they do not. With a planted slowdown one is enough, because that only tests the measuring.
 */
export const runSmoke = async (
  recorded: Recorded,
  bench: string,
  runOnce: () => Promise<BenchRun>,
  { print, isPlanted = false }: { readonly print: Print; readonly isPlanted?: boolean },
): Promise<BenchOutcome> => {
  const seen = { holds: 0, worse: 0, wrong: 0, void: 0 };
  const isOver = (attempts: number): boolean =>
    attempts === MAX_ATTEMPTS || seen.void === (isPlanted ? MAX_PLANTED_VOIDS : MAX_ATTEMPTS);
  for (let attempts = 1; ; attempts++) {
    const run = await runOrExplain(runOnce, print);
    seen[run === undefined ? "worse" : attempt(recorded, bench, run, print)] += 1;
    if (seen.holds > 0) return "held";
    if (seen.wrong > 0 || seen.worse === SEEN_TWICE) return "failed";
    if (isOver(attempts)) {
      print(`  void: no answer that can be believed after ${attempts} of ${MAX_ATTEMPTS} attempts`);
      return "void";
    }
    print("  measured once more, to be sure");
  }
};
