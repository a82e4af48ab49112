import type { GenerationState, ROW_FORMATS } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { RequestContext } from "../../../request-context.ts";
import { measureGrid } from "../benchmark.store.ts";
import type { BenchmarksDeps } from "../benchmarks-deps.ts";
import { requireFitting } from "../cells/grid.rules.ts";
import { withBenchmarkLock } from "../with-benchmark-lock.ts";
import { appendRows, type SeenBenchmark } from "./change-rows.ts";
import { type LineFault, readRows } from "./read-rows.rules.ts";
import type { RowFields } from "./row.store.ts";

export interface RowFile extends SeenBenchmark {
  readonly format: (typeof ROW_FORMATS)[number];
  readonly text: string;
  readonly isDryRun: boolean;
}

export interface Imported {
  readonly rows: readonly RowFields[];
  readonly faults: readonly LineFault[];
  readonly state: GenerationState | null;
}

/** Imports the whole file or nothing; a dry run returns what would be imported. */
export const importRows = (
  deps: BenchmarksDeps,
  context: RequestContext,
  { id, expectRevision, format, text, isDryRun }: RowFile,
): Promise<Imported> =>
  withBenchmarkLock(deps, context, { id, act: "addRows", expectRevision }, async (locked) => {
    const { rows, faults } = readRows(format, text);
    const size = await measureGrid(locked.tx, id);
    requireFitting({ ...size, rows: size.rows + rows.length });
    if (isDryRun) return { rows, faults, state: null };
    const [first] = faults;
    if (first) {
      const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
      throw new DomainError("invalid", `line ${first.line}: ${first.message}${more}`);
    }
    return { rows, faults, state: await appendRows(locked, rows, "Import_rows") };
  });
