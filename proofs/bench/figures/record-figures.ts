import { execFileSync } from "node:child_process";
import { cpus, loadavg } from "node:os";
import type { Figure, FiguresFile, Measurement, SmokeBaseline } from "../../../checks/figures/figures-file.ts";
import { FIGURES_FILE, findFigure, findMachine, isReached } from "../../../checks/figures/figures-file.ts";
import { formatNumber } from "../../../checks/figures/figures-page.ts";
import { ROOT } from "../../../checks/repository.ts";
import { median } from "../statistics.ts";
import type { BenchRun } from "./bench-run.ts";
import { noiseOf } from "./compare-figure.ts";

/** A figure with more noise cannot distinguish a slowdown from a busy machine. */
const MAX_NOISE = 0.25;

/** Machine and commit of a run. */
export interface Origin {
  readonly date: string;
  readonly commit: string;
  readonly machine: string;
  readonly conditions: string;
}

const git = (...args: string[]): string => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();

const requireMachine = (file: FiguresFile): string => {
  const found = findMachine(file);
  if (found) return found;
  throw new Error(
    `${FIGURES_FILE} describes no machine with ${cpus().length} × ${cpus()[0]?.model}: enter this one before you record`,
  );
};

export const originOf = (file: FiguresFile): Origin => {
  const written = new Set([FIGURES_FILE, "docs/measurements.md"]);
  const changed = git("status", "--porcelain", "--untracked-files=no").split("\n").filter(Boolean);
  const isDirty = changed.some((line) => !written.has(line.slice(2).trim()));
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: `${git("rev-parse", "--short=8", "HEAD")}${isDirty ? "-dirty" : ""}`,
    machine: requireMachine(file),
    conditions: `load ${loadavg()[0]?.toFixed(1)}`,
  };
};

const rounded = (value: number): number => Number(value.toPrecision(4));

const changeFigures = (file: FiguresFile, change: (figure: Figure, of: Measurement) => Figure): FiguresFile => ({
  ...file,
  measurements: file.measurements.map((each) => ({
    ...each,
    figures: each.figures.map((figure) => change(figure, each)),
  })),
});

/** The file with the results of a full run. A measurement keeps its notes when the run has none. */
export const recordFull = (file: FiguresFile, run: BenchRun, { commit, ...origin }: Origin): FiguresFile => {
  for (const { id } of run.figures) findFigure(file, id);
  const measuredOf = (id: string) => run.figures.find((each) => each.id === id);
  const isMeasured = ({ figures }: Measurement) => figures.some(({ id }) => measuredOf(id));
  const withValues = changeFigures(file, (figure) => {
    const measured = measuredOf(figure.id);
    if (!measured) return figure;
    const [low, high] = measured.interval ?? [];
    const interval = low === undefined || high === undefined ? null : { low: rounded(low), high: rounded(high) };
    return { ...figure, value: rounded(measured.value), interval };
  });
  return {
    ...withValues,
    measurements: withValues.measurements.map((each) =>
      isMeasured(each)
        ? { ...each, ...origin, commit, isVoid: run.voids.length > 0, note: run.notes?.[each.id] ?? "" }
        : each,
    ),
  };
};

const baselineOf = (figure: Figure, values: readonly number[], origin: Origin): SmokeBaseline | null => {
  const value = median(values);
  const noise = noiseOf(values, value);
  const { date, commit, machine } = origin;
  if (figure.unit === "ms" || figure.unit === "s" || noise > MAX_NOISE) return null;
  return { value: rounded(value), noise: Number(noise.toFixed(3)), repeats: values.length, date, commit, machine };
};

/** The file with the results of repeated smoke runs. Absolute times depend on the machine and are never compared. */
export const recordSmoke = (
  file: FiguresFile,
  runs: readonly BenchRun[],
  origin: Origin,
  print: (line: string) => void,
): FiguresFile => {
  const ids = [...new Set(runs.flatMap(({ figures }) => figures.map(({ id }) => id)))];
  for (const id of ids) findFigure(file, id);
  return changeFigures(file, (figure) => {
    if (!ids.includes(figure.id)) return figure;
    const values = runs.flatMap(({ figures }) =>
      figures.filter(({ id }) => id === figure.id).map(({ value }) => value),
    );
    const smoke = baselineOf(figure, values, origin);
    const spread = `${formatNumber(Math.min(...values))}–${formatNumber(Math.max(...values))}`;
    print(
      `  ${figure.id.padEnd(26)} ${values.length} repeats ${spread}: ${smoke ? `noise ${(smoke.noise * 100).toFixed(1)} %` : "not held"}`,
    );
    const others = figure.smoke.filter(({ machine }) => machine !== origin.machine);
    return { ...figure, smoke: smoke ? [...others, smoke] : others };
  });
};

const holds = ({ goal, value }: Figure): boolean | undefined =>
  goal === null || value === null ? undefined : isReached(goal, value);

/** Goals that the recorded figure met before and no longer meets, to warn on recording. */
export const lostGoals = (before: FiguresFile, after: FiguresFile): string[] =>
  after.measurements
    .flatMap(({ figures }) => figures)
    .map((figure) => ({ figure, was: findFigure(before, figure.id) }))
    .filter(({ figure, was }) => holds(was) === true && holds(figure) === false)
    .map(
      ({ figure, was }) => `${figure.id} was ${formatNumber(was.value ?? 0)} and is ${formatNumber(figure.value ?? 0)}`,
    );
