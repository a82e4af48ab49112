import { z } from "zod";
import { text, uuid } from "../../kit.ts";
import { labelValues } from "../label-values.ts";
import { itemNumber, MAX_GOLD_SHARE } from "../task-schemas.ts";

/** Gold items of a task. */
export const MAX_LABEL_GOLD = 500;

const itemKey = text({ min: 1, max: 1_000, required: "please enter a key" });

/** An item of the task by its key, with the right values of some or all fields. */
export const labelGoldRow = z.strictObject({ key: itemKey, values: labelValues });
export type LabelGoldRow = z.output<typeof labelGoldRow>;

export const updateLabelGoldBody = z.strictObject({
  /** Percent of the items given to a person that are gold; omit to leave it as it is. */
  share: z.int().min(0).max(MAX_GOLD_SHARE).optional(),
  /** A key that is marked already gets these values. */
  add: z.array(labelGoldRow).max(MAX_LABEL_GOLD).default([]),
  /** Keys that are marked no longer. */
  remove: z.array(itemKey).max(MAX_LABEL_GOLD).default([]),
});

/** Waiting: a worker looks for the item. Missing: the task has no item with this key. */
export const LABEL_GOLD_STATES = ["waiting", "ready", "missing"] as const;

export const labelGoldItem = z.object({
  id: uuid,
  key: z.string(),
  /** Position in the task; null unless it is ready. */
  item: itemNumber.nullable(),
  values: labelValues,
  state: z.enum(LABEL_GOLD_STATES),
});
export type LabelGoldItem = z.output<typeof labelGoldItem>;

export const labelGold = z.object({
  task_id: uuid,
  share: z.int(),
  /** By key. */
  items: z.array(labelGoldItem).max(MAX_LABEL_GOLD),
});
export type LabelGold = z.output<typeof labelGold>;
