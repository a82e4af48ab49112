import { type FiguresFile, findFigure, type SmokeBaseline } from "../../../checks/figures/figures-file.ts";
import { formatNumber } from "../../../checks/figures/figures-page.ts";
import { median } from "../statistics.ts";
import { type BenchRun, measurementsOf } from "./bench-run.ts";
import { type Comparison, compareFigure, type MeasuredFigure } from "./compare-figure.ts";

const MAX_ATTEMPTS = 3;
/** A slowdown has to be seen twice, a figure that holds once: a hiccup of the machine is over by then. */
const SEEN_TWICE = 2;
/** Where the ends of an interval lie further apart than this, the run could not have seen a slowdown of 30 %. */
const WIDEST = 1.3;

type Print = (line: string) => void;

/** Baselines that the run has not reported: a figure that is no longer measured must not pass for one that holds. */
const missingFrom = (file: FiguresFile, bench: string, { figures }: BenchRun): string[] =>
  measurementsOf(file, bench)
    .flatMap((measurement) => measurement.figures)
    .filter(({ id, smoke }) => smoke !== null && !figures.some((measured) => measured.id === id))
    .map(({ id }) => `${id} has a recorded smoke value and was not measured`);

const wideVoids = (file: FiguresFile, { figures }: BenchRun): string[] =>
  figures
    .filter(({ id, interval }) => findFigure(file, id).smoke !== null && interval && interval[1] / interval[0] > WIDEST)
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

/** Prints each figure against its baseline and returns the ids that are worse. */
const judge = (file: FiguresFile, measured: readonly MeasuredFigure[], isVoid: boolean, print: Print): string[] => {
  const worse: string[] = [];
  for (const each of measured) {
    const figure = findFigure(file, each.id);
    if (figure.smoke === null) {
      print(`  ${each.id.padEnd(26)} ${formatNumber(each.value)}, not held: no smoke value is recorded`);
      continue;
    }
    const comparison = compareFigure(figure, figure.smoke, each, isVoid);
    print(describe(each, figure.smoke, comparison));
    if (comparison.verdict === "worse") worse.push(each.id);
  }
  return worse;
};

const middleOf = (runs: readonly BenchRun[]): MeasuredFigure[] =>
  (runs[0]?.figures ?? []).map(({ id }) => ({
    id,
    value: median(runs.flatMap(({ figures }) => figures.filter((each) => each.id === id).map(({ value }) => value))),
  }));

type Attempt = "holds" | "worse" | "wrong" | "void";

const attempt = (file: FiguresFile, bench: string, run: BenchRun, print: Print): Attempt => {
  const faults = [...run.faults, ...missingFrom(file, bench, run)];
  for (const fault of faults) print(`  FAULT ${fault}`);
  if (faults.length > 0) return "wrong";
  const voids = [...run.voids, ...wideVoids(file, run)];
  for (const why of voids) print(`  VOID: ${why}`);
  if (voids.length > 0) return "void";
  return judge(file, run.figures, false, print).length === 0 ? "holds" : "worse";
};

/** Runs the short bench until it says something, and answers whether every recorded figure holds. */
export const runSmoke = async (
  file: FiguresFile,
  bench: string,
  runOnce: () => Promise<BenchRun>,
  print: Print,
): Promise<boolean> => {
  const runs: BenchRun[] = [];
  let timesWorse = 0;
  while (runs.length < MAX_ATTEMPTS) {
    const run = await runOnce();
    runs.push(run);
    const outcome = attempt(file, bench, run, print);
    if (outcome === "holds") return true;
    if (outcome === "wrong") return false;
    if (outcome === "worse") timesWorse += 1;
    if (timesWorse === SEEN_TWICE) return false;
    if (runs.length < MAX_ATTEMPTS) print("  measured once more, to be sure");
  }
  print(`  void or undecided ${runs.length} times: the middle of all is held to twice the recorded noise`);
  return judge(file, middleOf(runs), true, print).length === 0;
};
