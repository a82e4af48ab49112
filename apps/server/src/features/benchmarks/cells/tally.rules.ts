import { setImmediate as nextTurn } from "node:timers/promises";
import type { PlannedJob } from "./plan-cells.rules.ts";
import type { CellFault } from "./resolve-grid.rules.ts";

const MAX_FAULTS = 50;

/** Totals of a plan, counted while it is generated. */
export class Tally {
  calls = 0;
  costMicros = 0;
  unpricedCalls = 0;
  faultCount = 0;
  readonly faults: CellFault[] = [];
  readonly byColumn = new Map<number, { calls: number; costMicros: number | null }>();

  constructor(faults: readonly CellFault[]) {
    for (const fault of faults) this.addFault(fault);
  }

  addFault(fault: CellFault): void {
    this.faultCount += 1;
    if (this.faults.length < MAX_FAULTS) this.faults.push({ row: fault.row, col: fault.col, message: fault.message });
  }

  addCall({ column, estimateMicros }: PlannedJob): void {
    this.calls += 1;
    if (estimateMicros === undefined) this.unpricedCalls += 1;
    else this.costMicros += estimateMicros;
    const before = this.byColumn.get(column.index);
    const costMicros =
      estimateMicros === undefined ? (before?.costMicros ?? null) : (before?.costMicros ?? 0) + estimateMicros;
    this.byColumn.set(column.index, { calls: (before?.calls ?? 0) + 1, costMicros });
  }
}

const isFault = (planned: PlannedJob | CellFault): planned is CellFault => "message" in planned;

/** Yields to the event loop after this many planned jobs. */
const AT_A_STRETCH = 500;

/**
 * Processes the plan in batches, so that 100,000 jobs neither fill the memory nor block other requests. The next batch
 * is planned while the previous one is processed; batches are processed sequentially.
 */
export const tallyInBatches = async (
  plan: Iterable<PlannedJob | CellFault>,
  tally: Tally,
  takeBatch: (calls: readonly PlannedJob[]) => Promise<void>,
  batchSize: number,
): Promise<void> => {
  let batch: PlannedJob[] = [];
  let taking = Promise.resolve();
  const handOver = async (): Promise<void> => {
    await taking;
    taking = takeBatch(batch);
    // Errors surface at the next await, up to a batch later; this avoids an unhandled rejection until then.
    taking.catch(() => undefined);
    batch = [];
  };
  let planned = 0;
  for (const call of plan) {
    planned += 1;
    if (planned % AT_A_STRETCH === 0) await nextTurn();
    if (isFault(call)) {
      tally.addFault(call);
      continue;
    }
    tally.addCall(call);
    if (batch.push(call) === batchSize) await handOver();
  }
  if (batch.length > 0) await handOver();
  await taking;
};
