import { z } from "zod";
import { FIELD_KEY } from "../fields/field-types.ts";
import { moment, nonNegativeInt, positiveInt, text, uuid, versionNumber } from "../kit.ts";
import { LEASE_S } from "../leases/schemas.ts";
import { pageQuery } from "../lists.ts";
import { labelGroup, labelGroupCodes } from "./groups/group-routes.ts";
import { labelField } from "./template-schemas.ts";

/** Failed: the items could not be read; starting again repeats that. */
export const LABEL_TASK_STATUSES = ["Draft", "Filling", "Failed", "Open", "Paused", "Closed"] as const;
export type LabelTaskStatus = (typeof LABEL_TASK_STATUSES)[number];
export const LABEL_TASK_ACTIONS = ["start", "pause", "resume", "close"] as const;
export type LabelTaskAction = (typeof LABEL_TASK_ACTIONS)[number];
export const LABEL_ORDERS = ["sequence", "random"] as const;
/** Review: tasks whose labels wait for a reviewer or an adjudicator; empty for external users. */
export const LABEL_TASK_TABS = ["mine", "all", "review"] as const;

export const MAX_LABEL_OVERLAP = 10;
export const MAX_LABEL_ITEMS = 10_000_000;
export const MAX_LABEL_KEYS = 100_000;
export const MAX_LABEL_PEOPLE = 500;
export const MAX_LABEL_PRIORITY = 9;
/** Percent. */
export const MAX_GOLD_SHARE = 50;

export const itemNumber = positiveInt.max(MAX_LABEL_ITEMS);

/** A saved view: its frozen version and filter decide the items. */
export const viewSource = z.strictObject({
  kind: z.literal("view"),
  view_id: uuid,
  /** Draws this many items at random, by the seed; null takes all of them. */
  count: positiveInt.max(MAX_LABEL_ITEMS).nullable().default(null),
  /**
   * For forms that compare two clips: the column with the key of the clip that each item is compared with. Items whose
   * column names no item of the dataset version are counted and left out.
   */
  pair_column: text({ min: 1, max: 200 }).nullable().default(null),
});
const keyList = z
  .array(text({ min: 1, max: 1_000 }))
  .min(1, "please enter at least one key")
  .max(MAX_LABEL_KEYS);
/** Items by key, in the order given; keys that the version does not have are counted and left out. */
export const keysSource = z.strictObject({
  kind: z.literal("keys"),
  dataset_id: uuid,
  /** Omit for the newest. */
  version: versionNumber.optional(),
  keys: keyList,
  /** For forms that compare two clips: for each key, that of the clip it is compared with. */
  other_keys: keyList.optional(),
});
/**
 * The items of an earlier task on which people disagree, in its order, as they are when the worker reads them. Fields that
 * both forms have alike start with the same values as in that task.
 */
export const disagreementsSource = z.strictObject({
  kind: z.literal("disagreements"),
  task_id: uuid,
  /** Percent: items whose labels agree less than this. Null: items that wait for an adjudicator. */
  below: z.int().min(1).max(100).nullable().default(null),
});
export const labelSource = z.discriminatedUnion("kind", [viewSource, keysSource, disagreementsSource]);
export type LabelSource = z.output<typeof labelSource>;

/** The column whose value a field starts with. */
export const prefillColumn = z.strictObject({
  field: z.string().regex(FIELD_KEY),
  column: text({ min: 1, max: 200 }),
});
export type PrefillColumn = z.output<typeof prefillColumn>;

export const labelGuidelinesText = text({ max: 50_000 });

const taskSettings = {
  name: text({ min: 1, max: 200, required: "please enter a name" }),
  lease_minutes: z
    .int()
    .min(1)
    .max(120)
    .default(LEASE_S / 60),
  /** Higher comes first in the list. */
  priority: z.int().min(0).max(MAX_LABEL_PRIORITY).default(0),
  due_at: moment.nullable().default(null),
};
/** Percent of the labels that a second person reviews, drawn when they are submitted. */
const reviewShare = z.int().min(0).max(100);
/** Percent: items whose labels agree less than this wait for an adjudicator. 0 leaves only escalated ones. */
const adjudicateBelow = z.int().min(0).max(100);
const usernames = z.array(text({ min: 1, max: 254 })).max(MAX_LABEL_PEOPLE);

export const createLabelTaskBody = z.strictObject({
  ...taskSettings,
  template_id: uuid,
  template_version: versionNumber,
  source: labelSource,
  /** Labels that each item gets, from different people. */
  overlap: positiveInt.max(MAX_LABEL_OVERLAP).default(1),
  review_share: reviewShare.default(0),
  /** Omit for 100, or 80 if captions, texts or segments are compared, which are never quite the same. */
  adjudicate_below: adjudicateBelow.optional(),
  order: z.enum(LABEL_ORDERS).default("sequence"),
  /** For the random order and for drawing items; omit to use the seed of the view. */
  seed: z.int().min(0).max(2_147_483_647).optional(),
  prefill: z.array(prefillColumn).max(40).default([]),
  /** The number column that says from 0 to 1 how sure the source of these values is; whoever labels sees it. */
  prefill_score_column: text({ min: 1, max: 200 }).nullable().default(null),
  guidelines: labelGuidelinesText.default(""),
  /** Who is asked to label; internal users may label every open task. */
  people: usernames.default([]),
  /** Whoever is in one of these groups when they label. */
  groups: labelGroupCodes.default([]),
  /** Starts at once; otherwise the task stays a draft. */
  is_started: z.boolean().default(true),
  request_key: uuid,
});
export const updateLabelTaskBody = z.strictObject({
  ...taskSettings,
  /** Omit to leave it as it is. Labels that were submitted before are not drawn again. */
  review_share: reviewShare.optional(),
  /** Omit to leave it as it is. Applies to labels that were submitted before, too. */
  adjudicate_below: adjudicateBelow.optional(),
  expect_revision: versionNumber,
});

/** More items for an open task, from the dataset version that it has. */
export const addLabelItemsBody = z.strictObject({
  source: z.discriminatedUnion("kind", [
    viewSource.omit({ count: true }),
    keysSource.pick({ kind: true, keys: true, other_keys: true }),
  ]),
  request_key: uuid,
});

/** Where the items of a task come from; never shown to external users. */
export const labelTaskSource = z.object({
  dataset_id: uuid,
  dataset_name: z.string(),
  version: versionNumber,
  view_id: uuid.nullable(),
  /** Null for a list of keys, and for items of an earlier task. */
  view_name: z.string().nullable(),
  /** The column of the view with the key of the second clip; null for items of one clip, and for keys. */
  pair_column: z.string().nullable(),
  /** The earlier task of which it has the disagreements. */
  from_task: z.object({ id: uuid, name: z.string(), below: z.int().nullable() }).nullable(),
});

export const labelTaskProgress = z.object({
  /** Zero until the items are read. */
  items_total: nonNegativeInt,
  /** Items that have all their labels. */
  items_done: nonNegativeInt,
  labels_done: nonNegativeInt,
  labels_total: nonNegativeInt,
});

/** What one person did in a task. */
export const labelWorkCounts = z.object({
  submitted: nonNegativeInt,
  skipped: nonNegativeInt,
  /** Prefilled fields that were submitted unchanged, out of all prefilled fields. */
  prefill_kept: nonNegativeInt,
  prefill_total: nonNegativeInt,
  seconds: z.number().nonnegative(),
  last_at: moment.nullable(),
});

export const ownLabelWork = labelWorkCounts.extend({
  /** Items in the caller's hands now. */
  leased: nonNegativeInt,
  /** When the first of them is given to somebody else, unless its lease is renewed. */
  leased_until: moment.nullable(),
});

/** Counts no further than this. */
export const MAX_CHECKS_COUNTED = 1_000;
/** What waits for a second person in a task. */
export const labelChecks = z.object({
  reviews: nonNegativeInt.max(MAX_CHECKS_COUNTED),
  adjudications: nonNegativeInt.max(MAX_CHECKS_COUNTED),
});
export type LabelChecks = z.output<typeof labelChecks>;

export const labelTaskItem = z.object({
  id: uuid,
  name: z.string(),
  status: z.enum(LABEL_TASK_STATUSES),
  template: z.object({ id: uuid, name: z.string(), version: versionNumber }),
  /** Null for external users. */
  source: labelTaskSource.nullable(),
  overlap: positiveInt,
  progress: labelTaskProgress,
  mine: ownLabelWork,
  /** Null except in the tab Review. */
  checks: labelChecks.nullable(),
  /** Whether the caller was asked to label, by name or as one of a group. */
  is_asked: z.boolean(),
  owner: z.string(),
  priority: z.int(),
  due_at: moment.nullable(),
  /** Why the items could not be read. */
  error: z.string().nullable(),
  revision: versionNumber,
  created_at: moment,
  updated_at: moment,
});
export type LabelTaskItem = z.output<typeof labelTaskItem>;

export const labelGuidelines = z.object({
  version: versionNumber,
  text: z.string(),
  created_by: z.string(),
  created_at: moment,
});
export const labelGuidelinesVersion = labelGuidelines.omit({ text: true });

export const labelPerson = labelWorkCounts.extend({
  user_id: uuid,
  username: z.string(),
  is_external: z.boolean(),
  /** False for internal users who label without having been asked. */
  is_asked: z.boolean(),
  /** Whether they are in a group that the task is given to. */
  is_in_group: z.boolean(),
  leased: nonNegativeInt,
});
export type LabelPerson = z.output<typeof labelPerson>;

export const LABEL_ADDITION_STATUSES = ["Running", "Finished", "Failed"] as const;
/** Items that were added to a task after it was opened. */
export const labelAddition = z.object({
  status: z.enum(LABEL_ADDITION_STATUSES),
  /** Null for a list of keys. */
  view_name: z.string().nullable(),
  added: nonNegativeInt,
  /** Items of the source that the task had already. */
  duplicates: nonNegativeInt,
  missing_keys: nonNegativeInt,
  error: z.string().nullable(),
  created_at: moment,
});
export type LabelAddition = z.output<typeof labelAddition>;

export const labelTaskDetail = labelTaskItem.extend({
  fields: z.array(labelField),
  prefill: z.array(prefillColumn),
  /** Null for external users. */
  prefill_score_column: z.string().nullable(),
  guidelines: labelGuidelines,
  lease_minutes: positiveInt,
  order: z.enum(LABEL_ORDERS),
  seed: z.int(),
  /** Null: all items of the view, or the list of keys. */
  count: positiveInt.nullable(),
  /** Keys that the dataset does not have, with a few of them. */
  missing_keys: nonNegativeInt,
  missing_key_examples: z.array(z.string()),
  /** Null for external users. */
  review_share: reviewShare.nullable(),
  /** Null for external users. */
  adjudicate_below: adjudicateBelow.nullable(),
  /** Percent of the items given to a person that are gold; null for everybody but the owner. */
  gold_share: z.int().min(0).max(MAX_GOLD_SHARE).nullable(),
  /** The last time that items were added; null for external users. */
  addition: labelAddition.nullable(),
  /** Empty for external users. */
  people: z.array(labelPerson),
  /** The groups that it is given to; empty for external users. */
  groups: z.array(labelGroup),
});
export type LabelTaskDetail = z.output<typeof labelTaskDetail>;

export const listLabelTasksQuery = z.object({
  ...pageQuery,
  /** Mine: tasks that the caller owns, was asked to label or has labelled in. */
  tab: z.enum(LABEL_TASK_TABS).default("mine"),
  q: text({ max: 200 }).optional(),
  status: z.enum(LABEL_TASK_STATUSES).optional(),
});

export const releaseLabelPersonBody = z.strictObject({ user_id: uuid });
export const setLabelPeopleBody = z.strictObject({
  usernames,
  /** Omit to leave them as they are. */
  groups: labelGroupCodes.optional(),
});
