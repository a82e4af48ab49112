import { MAX_LABEL_ITEMS } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { type StreamedItem, streamItems } from "../../datasets/index.ts";
import { columnsOf, type FillDeps, toNewItem } from "../filling/fill-items.ts";
import { findTaskToFill } from "../filling/label-item.store.ts";
import { appendAddedItems, findRunningAddition, finishAddition, listItemOrdinals } from "./label-addition.store.ts";
import { SeenOrdinals } from "./seen-ordinals.ts";
import { SeenPairs } from "./seen-pairs.ts";

/** Rows of one transaction. */
const BATCH = 5_000;

/**
 * Appends the items of the running addition of a task after its last one, leaving out those that it has. A retry reads the
 * source again and leaves out what was appended before, so it adds nothing twice.
 */
export const addItems = async (deps: FillDeps, taskId: string, signal: AbortSignal): Promise<void> => {
  const addition = await findRunningAddition(deps.db, taskId);
  if (!addition) return;
  const task = await findTaskToFill(deps.db, taskId, ["Open", "Paused"]);
  if (!task) throw new DomainError("conflict", "the task does not take items any more");
  const seen = await readSeenItems(deps, taskId, signal);
  const { keys, otherKeys, query, orderBy, pairColumn } = addition;
  const stream = {
    datasetId: task.datasetId,
    version: task.datasetVersion,
    isRandom: task.isRandom,
    seed: task.seed,
    columns: columnsOf(task),
    offset: 0,
    source: keys ? { keys, otherKeys } : { query, orderBy, drawCount: null, pairColumn },
  };
  const { batches, missingKeys, unpaired } = await streamItems(deps, stream, signal);
  let [total, read] = [task.itemsTotal, 0];
  for await (const found of batches) {
    read += found.length;
    const fresh = found.filter((item) => !seen.has(item));
    for (let at = 0; at < fresh.length; at += BATCH) {
      signal.throwIfAborted();
      const items = fresh.slice(at, at + BATCH).map((item) => toNewItem(item, task));
      if (total + items.length > MAX_LABEL_ITEMS)
        throw new DomainError("invalid", `a task has at most ${MAX_LABEL_ITEMS} items`);
      const batch = { after: total, items, at: deps.clock() };
      // A retry finds out whether the task was closed, or a worker that was thought dead has added items.
      if (!(await appendAddedItems(deps.db, { ...task, additionId: addition.id }, batch)))
        throw new Error("the task was changed while items were added");
      total += items.length;
    }
  }
  await finishAddition(deps.db, addition.id, { read, missingKeys: missingKeys.length + unpaired, at: deps.clock() });
};

/** The items that the task has: single ones by their row, pairs by both. */
const readSeenItems = async (
  { db }: FillDeps,
  taskId: string,
  signal: AbortSignal,
): Promise<{ has: (item: StreamedItem) => boolean }> => {
  const [single, pairs] = [new SeenOrdinals(), new SeenPairs()];
  for await (const items of listItemOrdinals(db, taskId)) {
    signal.throwIfAborted();
    for (const { ordinal, other } of items) {
      if (other === null) single.add(ordinal);
      else pairs.add(ordinal, other);
    }
  }
  return {
    has: ({ ordinal, other }) => (other === null ? single.has(ordinal) : pairs.has(ordinal, other.ordinal)),
  };
};
