import type { FiguresFile } from "../../../checks/figures/figures-file.ts";
import { DISTURBED_SHARE } from "../../../checks/machine-time.ts";
import type { MeasuredFigure } from "./compare-figure.ts";

export interface BenchOptions {
  readonly isSmoke: boolean;
  /** Burns additional CPU time, to check that the slowdown is detected. */
  readonly isPlanted: boolean;
}

/** The result of a bench. The caller compares the figures with docs/figures.json. */
export interface BenchRun {
  readonly figures: readonly MeasuredFigure[];
  /** Failed controls: the measurement is invalid. */
  readonly voids: readonly string[];
  /** Correctness failures, independent of speed. */
  readonly faults: readonly string[];
  /** Notes to record with the figures, by measurement. */
  readonly notes?: Readonly<Record<string, string>>;
}

/** A void run gives no result: its own controls failed, which is about the machine and not the product. */
export type BenchOutcome = "held" | "failed" | "void";

export type Bench = (options: BenchOptions) => Promise<BenchRun>;

/** Share by which a planted slowdown increases the product's cost. */
export const PLANTED_SHARE = 0.3;

export const stolenVoids = (stolen: number): string[] =>
  stolen <= DISTURBED_SHARE ? [] : [`${(stolen * 100).toFixed(1)} % of the machine was stolen`];

/** Two equal sides must agree within the given share. */
export const controlVoids = (name: string, ratio: number, within: number): string[] =>
  Math.abs(ratio - 1) <= within ? [] : [`${name} ${ratio.toFixed(3)}, not within ${within * 100} % of 1`];

/** Merges the parts of one bench; notes of one measurement are concatenated. */
export const joinRuns = (runs: readonly BenchRun[], voids: readonly string[] = []): BenchRun => {
  const notes = new Map<string, string[]>();
  for (const [id, words] of runs.flatMap((run) => Object.entries(run.notes ?? {})))
    notes.set(id, [...(notes.get(id) ?? []), words]);
  return {
    figures: runs.flatMap(({ figures }) => figures),
    voids: [...runs.flatMap((run) => run.voids), ...voids],
    faults: runs.flatMap(({ faults }) => faults),
    notes: Object.fromEntries([...notes].map(([id, words]) => [id, words.join(". ")])),
  };
};

export const measurementsOf = ({ measurements }: FiguresFile, bench: string) =>
  measurements.filter(({ command }) => command === `pnpm bench ${bench}`);
