import type { GenerationState } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import { measureGrid } from "../benchmark.store.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { requireFitting } from "../cells/grid.rules.ts";
import { getState, type LockedBenchmark, withBenchmarkLock } from "../with-benchmark-lock.ts";
import { appendRows, type SeenBenchmark } from "./change-rows.ts";
import type { LineFault, ReadRow, ReadRows, RowFormat } from "./read-rows.rules.ts";
import { listRepeatedRows, type RowFields } from "./row.store.ts";

export interface RowFile extends SeenBenchmark, ReadRows {
  readonly format: RowFormat;
  readonly isDryRun: boolean;
  readonly skipsRepeated: boolean;
}

export interface RepeatedLine {
  readonly line: number;
  readonly inputs: RowFields["inputs"];
  readonly sameAsLine: number | null;
}

export interface Imported {
  readonly rows: readonly RowFields[];
  readonly faults: readonly LineFault[];
  readonly repeated: readonly RepeatedLine[];
  readonly state: GenerationState | null;
}

/** Asked before a file is read, which costs more than the answer. */
export const requireRowsAddable = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, expectRevision }: SeenBenchmark,
): Promise<void> =>
  withBenchmarkLock(deps, context, { id, act: "addRows", expectRevision, holds: "share" }, async () => undefined);

/** Imports the whole file, which was read before, or nothing; a dry run returns what would be imported. */
export const importRows = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, expectRevision, format, rows: read, faults, isDryRun, skipsRepeated }: RowFile,
): Promise<Imported> =>
  withBenchmarkLock(deps, context, { id, act: "addRows", expectRevision }, async (locked) => {
    const repeated = await findRepeated(locked, read);
    const skipped = new Set(skipsRepeated ? repeated.map(({ line }) => line) : []);
    const rows = read.filter(({ line }) => !skipped.has(line)).map(({ fields }) => fields);
    const size = await measureGrid(locked.tx, id);
    requireFitting({ ...size, rows: size.rows + rows.length });
    if (isDryRun) return { rows, faults, repeated, state: null };
    const [first] = faults;
    if (first) {
      const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
      const place = format === "vbench" ? "entry" : "line";
      throw new DomainError("invalid", `${place} ${first.line}: ${first.message}${more}`);
    }
    const state = rows.length > 0 ? await appendRows(locked, rows, "Import_rows") : await getState(locked.tx, id);
    return { rows, faults, repeated, state };
  });

const findRepeated = async ({ tx, task }: LockedBenchmark, read: readonly ReadRow[]): Promise<RepeatedLine[]> => {
  const found = await listRepeatedRows(
    tx,
    task.id,
    read.map(({ fields }) => fields.inputs),
  );
  return found.flatMap(({ at, sameAs }) => {
    const row = read[at];
    if (!row) return [];
    return [{ line: row.line, inputs: row.fields.inputs, sameAsLine: read[sameAs ?? -1]?.line ?? null }];
  });
};
