import { MAX_REPORT_ITEMS } from "@dailies/contract";
import { seededRandom } from "@dailies/statistics/math/random";
import type { Db } from "../../../platform/db/database.ts";
import { findComparedRange, listComparedItems, listItemsNextTo, type MeasuredTask } from "./compared-labels.store.ts";

/** Pairs of values in a report, over all fields: limits memory and time. */
const MAX_COMPARISONS = 2_000_000;
const FEWEST_ITEMS = 500;
/** Several random numbers may have the same next item. */
const DRAWS_PER_ITEM = 2;

const sampleSize = ({ overlap, fields }: MeasuredTask): number => {
  const perItem = fields.length * ((overlap * (overlap - 1)) / 2);
  return Math.min(MAX_REPORT_ITEMS, Math.max(FEWEST_ITEMS, Math.floor(MAX_COMPARISONS / Math.max(1, perItem))));
};

export interface DrawnItems {
  readonly items: readonly number[];
  readonly isSample: boolean;
}

/**
 * All items with two labels or more, or a random sample of them. Reads neither all items nor their count: it looks up the
 * next such item after each of some random numbers.
 */
export const drawItems = async (db: Db, taskId: string, task: MeasuredTask, seed: number): Promise<DrawnItems> => {
  const size = sampleSize(task);
  const all = await listComparedItems(db, taskId, size + 1);
  if (all.length <= size) return { items: all, isSample: false };
  const { first, last } = await findComparedRange(db, taskId);
  if (first === null || last === null) return { items: [], isSample: false };
  const random = seededRandom(seed);
  const numbers = Array.from({ length: size * DRAWS_PER_ITEM }, () => first + random.below(last - first + 1));
  const drawn = await listItemsNextTo(db, taskId, numbers, size);
  return { items: drawn.toSorted((a, b) => a - b), isSample: true };
};
