import type { Db } from "../../../platform/db/database.ts";
import { findFilledTotal, findGoldBetween, listWaitingGold, loseGold } from "./gold.store.ts";

/** Items read at a time. */
const RANGE = 100_000;

/** Looks for the items of waiting gold marks by their keys. A retry goes on with those that still wait. */
export const findGoldItems = async (db: Db, taskId: string, signal: AbortSignal): Promise<void> => {
  const waiting = new Set(await listWaitingGold(db, taskId));
  const total = waiting.size > 0 ? await findFilledTotal(db, taskId) : undefined;
  if (total === undefined) return;
  for (let after = 0; after < total && waiting.size > 0; after += RANGE) {
    signal.throwIfAborted();
    const last = Math.min(after + RANGE, total);
    for (const key of await findGoldBetween(db, taskId, { keys: [...waiting], after, last })) waiting.delete(key);
  }
  await loseGold(db, taskId, [...waiting]);
};
