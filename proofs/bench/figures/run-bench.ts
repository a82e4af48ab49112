import {
  type FiguresFile,
  findBaseline,
  findMachine,
  readFigures,
  writeFigures,
} from "../../../checks/figures/figures-file.ts";
import { writeFiguresPage } from "../../../checks/figures.ts";
import { type Bench, type BenchOutcome, type BenchRun, measurementsOf } from "./bench-run.ts";
import { lostGoals, originOf, recordFull, recordSmoke } from "./record-figures.ts";
import { concludeFull } from "./run-full.ts";
import { type Recorded, runSmoke } from "./run-smoke.ts";

const REPEATS = 5;
const MAX_VOID_REPEATS = 10;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const readRecorded = (): Recorded => {
  const file = readFigures();
  return { file, machine: findMachine(file) };
};

/** Read again, since a run takes minutes and the file may have changed meanwhile. */
const save = (change: (file: FiguresFile) => FiguresFile): void => {
  const before = readFigures();
  const after = change(before);
  writeFigures(after);
  writeFiguresPage();
  for (const lost of lostGoals(before, after)) print(`  a goal is lost: ${lost}`);
  print("  recorded in docs/figures.json and docs/measurements.md");
};

/** Repeats with valid controls; when too many are void, the noise comes from the machine, not from the program. */
const repeatSmoke = async (runOnce: () => Promise<BenchRun>): Promise<BenchRun[]> => {
  const runs: BenchRun[] = [];
  for (let voids = 0; runs.length < REPEATS; ) {
    const run = await runOnce();
    if (run.faults.length > 0) throw new Error(`a wrong run is not recorded: ${run.faults.join("; ")}`);
    for (const why of run.voids) print(`  VOID: ${why}`);
    if (run.voids.length === 0) runs.push(run);
    else if (++voids > MAX_VOID_REPEATS) throw new Error(`${voids} smoke runs were void: record on a quieter machine`);
  }
  return runs;
};

export const recordSmokeOf = async (bench: Bench): Promise<boolean> => {
  const origin = originOf(readFigures());
  const runs = await repeatSmoke(() => bench({ isSmoke: true, isPlanted: false }));
  save((file) => recordSmoke(file, runs, origin, print));
  return true;
};

/** A void run is not recorded unless requested; the page then marks it as void. */
export const runFullOf = async (bench: Bench, flags: readonly string[]): Promise<boolean> => {
  const file = readFigures();
  // Checked before the run, which takes minutes: recording requires a description of the machine, measuring does not.
  const origin = flags.includes("--record") ? originOf(file) : undefined;
  const run = await bench({ isSmoke: false, isPlanted: false });
  const isGood = concludeFull(file, run, print);
  if (origin === undefined) return isGood;
  if (run.faults.length > 0) return false;
  if (run.voids.length > 0 && !flags.includes("--even-void")) {
    print("  a void run is not recorded: repeat it, or enter it as void with --even-void");
    return false;
  }
  save((latest) => recordFull(latest, run, origin));
  return isGood;
};

/** Whether a smoke run on this machine is compared with anything. */
export const isHeldHere = (name: string): boolean => {
  const { file, machine } = readRecorded();
  return measurementsOf(file, name).some(({ figures }) => figures.some((each) => findBaseline(each, machine)));
};

export const runSmokeOf = (name: string, bench: Bench, isPlanted: boolean): Promise<BenchOutcome> =>
  runSmoke(readRecorded(), name, () => bench({ isSmoke: true, isPlanted }), { print, isPlanted });
