import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import { copyDisagreedItems, findCopySource } from "./copied-item.store.ts";
import type { FillingTask } from "./label-item.store.ts";

/** Items of the earlier task that one transaction looks at. */
const RANGE = 20_000;

interface CopyDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/**
 * Copies the items on which people disagree in an earlier task, in ranges, each exactly once: a range is copied only if the
 * task is as far as when the range began. Returns how many items there are, or undefined if somebody else goes on with it.
 */
export const copyDisagreements = async (
  { db, clock }: CopyDeps,
  task: FillingTask,
  signal: AbortSignal,
): Promise<number | undefined> => {
  const source = await findCopySource(db, task.id);
  if (!source) throw new Error("the earlier task of a label task is gone");
  const isAlike = ({ key, input }: FillingTask["fields"][number]): boolean =>
    source.fields.some((field) => field.key === key && JSON.stringify(field.input) === JSON.stringify(input));
  const keptFields = task.fields.filter(isAlike).map(({ key }) => key);
  let total = task.itemsTotal;
  for (let after = source.read; after < source.itemsTotal; ) {
    signal.throwIfAborted();
    const last = Math.min(after + RANGE, source.itemsTotal);
    const copied = await copyDisagreedItems(db, task.id, { after, last, total, keptFields, at: clock() });
    if (copied === undefined) return undefined;
    [total, after] = [copied, last];
  }
  return total;
};
