import { setImmediate as nextTurn } from "node:timers/promises";
import type { PlannedJob } from "./plan-cells.rules.ts";
import type { CellFault } from "./resolve-grid.rules.ts";

const MAX_FAULTS = 50;

/** What a plan comes to, counted while it is made. */
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

/** So many are planned before others get their turn. */
const AT_A_STRETCH = 500;

/**
 * In pieces, so that neither the memory nor other requests have to bear a hundred thousand calls at once. The next piece
 * is planned while the last one is taken; they are taken one after the other.
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
    // A fault is thrown where it is waited for, which may be a whole batch later.
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
