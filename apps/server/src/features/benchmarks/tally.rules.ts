import type { PlannedCall } from "./plan-cells.rules.ts";
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

  addCall({ column, estimateMicros }: PlannedCall): void {
    this.calls += 1;
    if (estimateMicros === undefined) this.unpricedCalls += 1;
    else this.costMicros += estimateMicros;
    const before = this.byColumn.get(column.index);
    const costMicros =
      estimateMicros === undefined ? (before?.costMicros ?? null) : (before?.costMicros ?? 0) + estimateMicros;
    this.byColumn.set(column.index, { calls: (before?.calls ?? 0) + 1, costMicros });
  }
}

const isFault = (planned: PlannedCall | CellFault): planned is CellFault => "message" in planned;

/** In pieces, so that neither the memory nor other requests have to bear a hundred thousand calls at once. */
export const tallyInBatches = async (
  plan: Iterable<PlannedCall | CellFault>,
  tally: Tally,
  takeBatch: (calls: readonly PlannedCall[]) => Promise<void>,
  batchSize: number,
): Promise<void> => {
  let batch: PlannedCall[] = [];
  for (const planned of plan) {
    if (isFault(planned)) {
      tally.addFault(planned);
      continue;
    }
    tally.addCall(planned);
    if (batch.push(planned) < batchSize) continue;
    await takeBatch(batch);
    batch = [];
  }
  if (batch.length > 0) await takeBatch(batch);
};
