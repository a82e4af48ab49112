import { MAX_LABEL_ITEMS } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { streamItems } from "../../datasets/index.ts";
import { columnsOf, type FillDeps, toNewItem } from "../filling/fill-items.ts";
import { findTaskToFill } from "../filling/label-item.store.ts";
import { appendAddedItems, findRunningAddition, finishAddition, listItemOrdinals } from "./label-addition.store.ts";
import { SeenOrdinals } from "./seen-ordinals.ts";

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
  const seen = new SeenOrdinals();
  for await (const ordinals of listItemOrdinals(deps.db, taskId)) {
    signal.throwIfAborted();
    for (const ordinal of ordinals) seen.add(ordinal);
  }
  const { keys, query, orderBy } = addition;
  const stream = {
    datasetId: task.datasetId,
    version: task.datasetVersion,
    isRandom: task.isRandom,
    seed: task.seed,
    columns: columnsOf(task),
    offset: 0,
    source: keys ? { keys } : { query, orderBy, drawCount: null },
  };
  const { batches, missingKeys } = await streamItems(deps, stream, signal);
  let [total, read] = [task.itemsTotal, 0];
  for await (const found of batches) {
    read += found.length;
    const fresh = found.filter(({ ordinal }) => !seen.has(ordinal));
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
  await finishAddition(deps.db, addition.id, { read, missingKeys: missingKeys.length, at: deps.clock() });
};
