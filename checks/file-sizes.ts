import { type Outcome, report } from "./outcome.ts";
import { isGenerated, isSource, listFiles, readText } from "./repository.ts";

const GOAL_MEDIAN_LINES = 60;
const MAX_P95_LINES = 250;
const MAX_LINES = 400;

export interface FileSize {
  readonly file: string;
  readonly lines: number;
}

/** The value below which the given share of a sorted list lies (nearest rank). */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;

export const judgeSizes = (sizes: readonly FileSize[]): Outcome => {
  const sorted = sizes.map(({ lines }) => lines).sort((a, b) => a - b);
  const [median, p95] = [percentile(sorted, 0.5), percentile(sorted, 0.95)];
  const faults = sizes
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines; the cap is ${MAX_LINES}`);
  if (p95 > MAX_P95_LINES) faults.push(`the 95th percentile is ${p95} lines; at most ${MAX_P95_LINES}`);
  if (sizes.length === 0) faults.push("no source file was found");
  const largest = sorted.at(-1) ?? 0;
  return {
    note: `${sizes.length} files, median ${median} (goal ${GOAL_MEDIAN_LINES}), p95 ${p95}, largest ${largest}`,
    faults,
  };
};

export const checkFileSizes = (): Outcome =>
  judgeSizes(
    listFiles()
      .filter((file) => isSource(file) && !isGenerated(file))
      .map((file) => ({ file, lines: readText(file).trimEnd().split("\n").length })),
  );

if (import.meta.main) await report("file sizes", checkFileSizes);
