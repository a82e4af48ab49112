import { z } from "zod";
import { moment, nonNegativeInt, positiveInt, text, timeBound, uuid, versionNumber } from "../kit.ts";
import { wholeNumber } from "../lists.ts";
import { labelValues } from "./label-values.ts";
import { itemNumber, MAX_LABEL_ITEMS } from "./task-schemas.ts";
import { LABEL_SKIP_REASONS } from "./work-schemas.ts";

/**
 * Edited: submitted again as a later revision. Restored: an earlier revision was made the current one again. Fixed: a
 * reviewer's values became the next revision. Escalated: rejected twice, so the item is adjudicated.
 */
export const LABEL_EVENT_KINDS = [
  "claimed",
  "submitted",
  "edited",
  "skipped",
  "released",
  "lost",
  "undone",
  "restored",
  "accepted",
  "fixed",
  "rejected",
  "escalated",
  "adjudicated",
] as const;
export type LabelEventKind = (typeof LABEL_EVENT_KINDS)[number];

export const labelEvent = z.object({
  /** For external users the position among the items that they were given, here and wherever history names an item. */
  item: itemNumber,
  /** Position among the events of this item, from 1, without gaps. External users count their own. */
  n: positiveInt,
  event: z.enum(LABEL_EVENT_KINDS),
  /** Who did it. Empty for external users if it was somebody else. */
  by: z.string(),
  /** Whose label or lease it concerns; differs from `by` for a restored or reviewed one. */
  person: z.string(),
  at: moment,
  /** Time spent, for events that end a lease. */
  seconds: z.number().nonnegative().nullable(),
  revision: versionNumber.nullable(),
  skip_reason: z.enum(LABEL_SKIP_REASONS).nullable(),
  /** Of a skipped item; also the comment of a reviewer or an adjudicator. */
  skip_note: z.string(),
});
export type LabelEvent = z.output<typeof labelEvent>;

export const listLabelEventsQuery = z.object({
  limit: wholeNumber(50, 1, 200),
  /** `next_cursor` of the page before. */
  cursor: text({ max: 100 }).optional(),
  person: text({ max: 254 }).optional(),
  item: z.coerce.number<string | number>().int().min(1).max(MAX_LABEL_ITEMS).optional(),
  event: z.enum(LABEL_EVENT_KINDS).optional(),
  from: timeBound.optional(),
  to: timeBound.optional(),
  /**
   * Only: the newest event of each item whose labels are not all alike, the last item first. Not together with a person, an
   * event or a time, and not for external users.
   */
  disagreement: z.enum(["only"]).optional(),
});

export const labelRevision = z.object({
  id: uuid,
  /** Of one person's label of the item, from 1. */
  revision: versionNumber,
  /** Whose label it is. */
  person: z.string(),
  /** Who made the revision. Empty for external users if it was somebody else. */
  by: z.string(),
  /** A is the first of two clips; for external users, the one that they saw on the left. */
  values: labelValues,
  /** For each prefilled field that was shown: whether it was changed. */
  edited: z.record(z.string(), z.boolean()),
  template_version: versionNumber,
  guidelines_version: versionNumber,
  duration_ms: nonNegativeInt,
  watched_s: z.number().nonnegative(),
  /** The revision that was restored. */
  restored_from: versionNumber.nullable(),
  is_current: z.boolean(),
  undone_at: moment.nullable(),
  created_at: moment,
});
export type LabelRevision = z.output<typeof labelRevision>;

export const labelItemTimeline = z.object({
  task_id: uuid,
  item: itemNumber,
  /** Null for external users, as are the dataset and the ordinal. */
  item_key: z.string().nullable(),
  dataset_id: uuid.nullable(),
  dataset_version: versionNumber.nullable(),
  ordinal: nonNegativeInt.nullable(),
  /** The second clip of an item of two; null for external users. */
  other_key: z.string().nullable(),
  other_ordinal: nonNegativeInt.nullable(),
  duration_us: nonNegativeInt.nullable(),
  fps: z.number().nullable(),
  overlap: positiveInt,
  /** External users count their own label and lease. */
  done: nonNegativeInt,
  leased: nonNegativeInt,
  prefill: labelValues,
  /** The model that proposed the prefilled values; null for values of other sources, and for external users. */
  prefill_model: z.object({ name: z.string(), version: z.string() }).nullable(),
  /** By person, then by revision. External users see their own only. */
  revisions: z.array(labelRevision),
  /** Oldest first; the newest 500. */
  events: z.array(labelEvent),
});
export type LabelItemTimeline = z.output<typeof labelItemTimeline>;
