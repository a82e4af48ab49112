import type { FiguresFile } from "../../../checks/figures/figures-file.ts";
import type { MeasuredFigure } from "./compare-figure.ts";

export interface BenchOptions {
  readonly isSmoke: boolean;
  /** Burn a part of the processor time more than the product needs, to see that it is noticed. */
  readonly isPlanted: boolean;
}

/** What every bench gives back. Whoever ran it holds the figures against docs/figures.json. */
export interface BenchRun {
  readonly figures: readonly MeasuredFigure[];
  /** Controls that failed: what was measured cannot be believed. */
  readonly voids: readonly string[];
  /** Wrong however fast it was. */
  readonly faults: readonly string[];
  /** What is worth keeping beside the figures, by measurement. */
  readonly notes?: Readonly<Record<string, string>>;
}

/** A void run is no answer: its own controls failed, which says something of the machine and nothing of the product. */
export type BenchOutcome = "held" | "failed" | "void";

export type Bench = (options: BenchOptions) => Promise<BenchRun>;

/** How much a planted slowdown adds to what the product needs. */
export const PLANTED_SHARE = 0.3;

const STOLEN_LIMIT = 0.05;

export const stolenVoids = (stolen: number): string[] =>
  stolen <= STOLEN_LIMIT ? [] : [`${(stolen * 100).toFixed(1)} % of the machine was stolen`];

/** Two equal sides must agree within the given share. */
export const controlVoids = (name: string, ratio: number, within: number): string[] =>
  Math.abs(ratio - 1) <= within ? [] : [`${name} ${ratio.toFixed(3)}, not within ${within * 100} % of 1`];

/** Several parts of one bench; notes of one measurement follow each other. */
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
