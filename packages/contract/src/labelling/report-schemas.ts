import { z } from "zod";
import { FIELD_KEY } from "../fields/field-types.ts";
import { moment, nonNegativeInt, positiveInt } from "../kit.ts";
import { LABEL_MEASURES } from "./label-agreement.ts";
import { itemNumber } from "./task-schemas.ts";
import { MAX_LABEL_FIELDS } from "./template-schemas.ts";

/** Figures of fewer items than this are hidden. */
export const MIN_REPORT_ITEMS = 20;
/** Items of a sample. */
export const MAX_REPORT_ITEMS = 20_000;
/** Items that a pair of people disagrees on. */
export const MAX_DISAGREED = 200;
export const MAX_REPORT_PAIRS = 100;
export const MAX_REPORT_PEOPLE = 100;
export const MAX_REPORT_WEEKS = 12;
export const MAX_REPORT_VALUES = 20;

/** With a 95 % interval by resampling items. */
export const reportInterval = z.object({ value: z.number(), low: z.number(), high: z.number() });
export type ReportInterval = z.output<typeof reportInterval>;

/**
 * Agreement corrected for chance. Undefined: all labels are equal, so that chance alone gives full agreement. Absent: there
 * is no such figure for this measure, or there are too many different values.
 */
export const reportCoefficient = z.discriminatedUnion("state", [
  reportInterval.extend({ state: z.literal("measured") }),
  z.object({ state: z.literal("undefined") }),
  z.object({ state: z.literal("absent") }),
]);
export type ReportCoefficient = z.output<typeof reportCoefficient>;

/** The number of items alone, where it is too small for figures. */
export const tooFew = z.object({ state: z.literal("too_few"), items: nonNegativeInt });

const agreementFigures = {
  state: z.literal("measured"),
  /** Items on which labels were compared. */
  items: positiveInt,
  /** Mean similarity of two labels of an item: the share of equal ones, or what the measure of the field says. */
  agreement: reportInterval,
};

const person = z.string();
const pairOfPeople = { one: person, other: person };

export const reportPair = z.discriminatedUnion("state", [
  z.object({
    ...agreementFigures,
    ...pairOfPeople,
    /** Cohen's kappa for choices, else Krippendorff's alpha of the two. */
    coefficient: reportCoefficient,
    /** Items on which they agree least, the lowest first. */
    disagreed: z.array(itemNumber).max(MAX_DISAGREED),
    disagreed_count: nonNegativeInt,
  }),
  tooFew.extend(pairOfPeople),
]);
export type ReportPair = z.output<typeof reportPair>;

/** Agreement of one person with all others. */
export const reportPersonField = z.discriminatedUnion("state", [
  z.object({ ...agreementFigures, person }),
  tooFew.extend({ person }),
]);

const reportValue = z.object({ value: z.string(), count: positiveInt });

export const reportField = z.object({
  key: z.string().regex(FIELD_KEY),
  name: z.string(),
  measure: z.enum(LABEL_MEASURES),
  overall: z.discriminatedUnion("state", [
    z.object({
      ...agreementFigures,
      alpha: reportCoefficient,
      /** Absent unless exactly two people chose. */
      kappa: reportCoefficient,
      /** How often each value was given, the most frequent first. Empty for texts. */
      values: z.array(reportValue).max(MAX_REPORT_VALUES),
      /** Further values that are not listed. */
      more_values: nonNegativeInt,
    }),
    tooFew,
  ]),
  pairs: z.array(reportPair).max(MAX_REPORT_PAIRS),
  people: z.array(reportPersonField).max(MAX_REPORT_PEOPLE),
});
export type ReportField = z.output<typeof reportField>;

const share = z.number().min(0).max(1);

/** Null figures are of fewer than 20 labels. */
export const reportWeek = z.object({
  /** The Monday that it begins with, in UTC. */
  week: z.iso.date(),
  /** Labels that were read: the newest 200 of the week at most. */
  labels: nonNegativeInt,
  median_seconds: z.number().nonnegative().nullable(),
  /** Share of prefilled fields that were submitted unchanged. */
  kept: share.nullable(),
  agreement: share.nullable(),
});
export type ReportWeek = z.output<typeof reportWeek>;

/** How close the answers of a person to gold items come to the known ones: the share of right ones, or their similarity. */
export const reportGold = z.object({
  field: z.string().regex(FIELD_KEY),
  /** Gold items that the person answered and for which this field is known. */
  items: nonNegativeInt,
  /** Null for fewer than 20. */
  accuracy: reportInterval.nullable(),
});
export type ReportGold = z.output<typeof reportGold>;

export const reportPerson = z.object({
  person,
  /** Current labels of this person in the task. */
  submitted: nonNegativeInt,
  /** Labels whose times were read: the newest 200 of each week at most. */
  timed: nonNegativeInt,
  median_seconds: z.number().nonnegative().nullable(),
  /** Share of labels made in less than a fifth of the median time of the task. */
  too_fast: share.nullable(),
  prefilled: nonNegativeInt,
  kept: share.nullable(),
  /** Items with labels of others, in the sample. */
  compared: nonNegativeInt,
  agreement: reportInterval.nullable(),
  /** Empty without gold items, and for everybody but the owner of the task. Reports from before have none. */
  gold: z.array(reportGold).max(MAX_LABEL_FIELDS).default([]),
  /** Oldest first. */
  weeks: z.array(reportWeek).max(MAX_REPORT_WEEKS),
});
export type ReportPerson = z.output<typeof reportPerson>;

export const labelReport = z.object({
  /** Items with two labels or more that were read. */
  items: nonNegativeInt,
  labels: nonNegativeInt,
  /** Whether there are more such items, of which these were drawn at random. */
  is_sample: z.boolean(),
  seed: nonNegativeInt,
  /** Of all labels that were read, in seconds. */
  median_seconds: z.number().nonnegative().nullable(),
  fields: z.array(reportField),
  /** Pairs of people beyond the hundred who share the most items. */
  pairs_left_out: nonNegativeInt,
  people: z.array(reportPerson).max(MAX_REPORT_PEOPLE),
  people_left_out: nonNegativeInt,
});
export type LabelReport = z.output<typeof labelReport>;

export const LABEL_REPORT_STATUSES = ["None", "Running", "Finished", "Failed"] as const;

/** The newest report stays while the next one is measured. */
export const labelReportState = z.object({
  task_id: z.uuid(),
  status: z.enum(LABEL_REPORT_STATUSES),
  requested_at: moment.nullable(),
  /** Why the last measurement failed. */
  error: z.string().nullable(),
  /** When the labels of the report were read. */
  measured_at: moment.nullable(),
  report: labelReport.nullable(),
});
export type LabelReportState = z.output<typeof labelReportState>;
