import { type Outcome, report } from "../outcome.ts";
import { isGenerated, isSource, listFiles, readText } from "../repository.ts";

const MAX_LINES = 400;

export interface FileSize {
  readonly file: string;
  readonly lines: number;
}

export const judgeSizes = (sizes: readonly FileSize[]): Outcome => {
  const faults = sizes
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines; the cap is ${MAX_LINES}`);
  if (sizes.length === 0) faults.push("no source file was found");
  const largest = sizes.reduce((most, { lines }) => Math.max(most, lines), 0);
  return { note: `${sizes.length} files, largest ${largest} lines`, faults };
};

export const checkFileSizes = (): Outcome =>
  judgeSizes(
    listFiles()
      .filter((file) => isSource(file) && !isGenerated(file))
      .map((file) => ({ file, lines: readText(file).trimEnd().split("\n").length })),
  );

if (import.meta.main) await report("file sizes", checkFileSizes);
