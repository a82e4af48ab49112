import { DomainError } from "../../../errors.ts";
import { addAssetReferences } from "../../assets/index.ts";
import { startRun } from "../../generation/index.ts";
import { nextRun } from "../benchmark.store.ts";
import type { CellPosition } from "../cells/cell.store.ts";
import { partitionNumberer } from "../cells/grid.rules.ts";
import { type GridPart, type LoadedGrid, loadGrid } from "../cells/load-grid.ts";
import { inMoney } from "../cells/money-words.rules.ts";
import { type PlannedJob, planJobs } from "../cells/plan-cells.rules.ts";
import type { CellFault } from "../cells/resolve-grid.rules.ts";
import { Tally, tallyInBatches } from "../cells/tally.rules.ts";
import type { LockedBenchmark } from "../with-benchmark-lock.ts";
import { type EarlierSuccess, findEarlierSuccesses, insertCellsWithJobs, type NewJob } from "./insert-jobs.store.ts";

const BATCH = 4_000;

export interface Begin extends GridPart {
  /** Why the run was started. */
  readonly reason: string;
  readonly takesReusable: boolean;
}

export interface Begun {
  readonly calls: number;
  readonly reused: number;
  readonly estimateMicros: number;
}

/**
 * Creates the cells of a part of the grid with their first attempts, and starts them as one run. Everything happens in
 * the caller's transaction, so a fault or an exceeded budget rolls all of it back.
 */
export const beginJobs = async (locked: LockedBenchmark, { reason, takesReusable, ...part }: Begin): Promise<Begun> => {
  const { tx, context, task, benchmark } = locked;
  const grid = await loadGrid(tx, locked, part);
  const tally = new Tally(grid.faults);
  const run = await nextRun(tx, task.id);
  const numberPartition = partitionNumberer();
  let reused = 0;
  const takeBatch = async (calls: readonly PlannedJob[]): Promise<void> => {
    if (tally.faultCount > 0) return;
    const earlier = takesReusable ? await findEarlierSuccesses(tx, hashesOf(calls)) : NONE_EARLIER;
    const placed = calls.map((call): NewJob => {
      const found = earlier.get(call.hash.toString("hex"));
      return { ...call, earlier: found, partition: found ? 0 : numberPartition(call.column.performerId) };
    });
    reused += await insertBatch(locked, run, placed);
  };
  const planned = planJobs({ benchmark, ...grid }, grid.rows, grid.columns);
  const plan = part.only ? withoutExisting(planned, part.only.existing) : planned;
  await tallyInBatches(plan, tally, takeBatch, BATCH);
  requireNoFaults(tally);
  requireBudget(locked, tally.costMicros);
  await keepInputs(locked, grid);
  const { actor, requestId, at } = context;
  if (tally.calls > reused) await startRun(tx, { taskId: task.id, run, reason, by: actor.username, requestId, at });
  return { calls: tally.calls, reused, estimateMicros: tally.costMicros };
};

const withoutExisting = function* (
  planned: Iterable<PlannedJob | CellFault>,
  existing: readonly CellPosition[],
): Generator<PlannedJob | CellFault> {
  const known = new Set(existing.map(({ row, col, sample }) => `${row}.${col}.${sample}`));
  for (const call of planned) {
    if ("message" in call || !known.has(`${call.row.index}.${call.column.index}.${call.sample}`)) yield call;
  }
};

const NONE_EARLIER: ReadonlyMap<string, EarlierSuccess> = new Map();
const hashesOf = (calls: readonly PlannedJob[]): Buffer[] => calls.map(({ hash }) => hash);

/** Returns how many jobs reused the clip of an earlier job; both then reference it. */
const insertBatch = async (
  { tx, context, task, benchmark }: LockedBenchmark,
  run: number,
  calls: readonly NewJob[],
): Promise<number> => {
  const { currency } = benchmark;
  const batch = { taskId: task.id, run, requestedBy: context.actor.userId, currency, at: context.at, calls };
  const jobIds = await insertCellsWithJobs(tx, batch);
  const references = calls.flatMap(({ earlier, title }, index) =>
    earlier ? [{ assetId: earlier.asset_id, kind: "call", refId: jobIds[index] ?? "", label: title }] : [],
  );
  if (references.length > 0) await addAssetReferences(tx, references);
  return references.length;
};

/** References the input assets to prevent their deletion: a cell may be regenerated. */
const keepInputs = async ({ tx, task }: LockedBenchmark, { assetHashes }: LoadedGrid): Promise<void> => {
  const references = [...assetHashes.keys()].map((assetId) => ({
    assetId,
    kind: "task",
    refId: task.id,
    label: task.name,
  }));
  if (references.length > 0) await addAssetReferences(tx, references);
};

const requireNoFaults = ({ faults: [first], faultCount }: Tally): void => {
  if (!first) return;
  const position = [first.row === null ? "" : `row ${first.row}`, first.col === null ? "" : `column ${first.col}`];
  const where = position.filter((words) => words !== "").join(", ");
  const more = faultCount > 1 ? ` (and ${faultCount - 1} more; a dry run lists them)` : "";
  throw new DomainError("conflict", `${where === "" ? "" : `${where}: `}${first.message}${more}`);
};

const requireBudget = ({ benchmark }: LockedBenchmark, estimateMicros: number): void => {
  const { budgetMicros, isBudgetHard, spentMicros, reservedMicros, estimatedMicros, currency } = benchmark;
  if (budgetMicros === null || !isBudgetHard) return;
  const usedMicros = spentMicros + reservedMicros + estimatedMicros;
  if (usedMicros + estimateMicros <= budgetMicros) return;
  const already = usedMicros > 0 ? ` beside the ${inMoney(usedMicros, currency)} spent or under way` : "";
  const words = `this would cost about ${inMoney(estimateMicros, currency)}${already}, the budget is ${inMoney(budgetMicros, currency)}`;
  throw new DomainError("conflict", words);
};
