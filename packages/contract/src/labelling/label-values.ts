import { z } from "zod";
import { CHOICES, type Choice } from "../evaluations/schemas.ts";
import { parseFieldValue, sameValue } from "../fields/field-codec.ts";
import { FIELD_KEY, type FieldValue, fieldValue } from "../fields/field-types.ts";
import { text } from "../kit.ts";
import { type LabelField, MAX_LABEL_FIELDS, MAX_SEGMENTS, type segmentsInput } from "./template-schemas.ts";

/** Longest clip: a day. */
const MAX_TIME_US = 86_400_000_000;
const timeUs = z.int().min(0).max(MAX_TIME_US);
const frameNumber = z.int().min(0).max(100_000_000).nullable().default(null);

/** A time range in microseconds of presentation time; the frames are those shown when it was set, if known. */
export const labelSegment = z.strictObject({
  start_us: timeUs,
  end_us: timeUs,
  class: text({ min: 1, max: 60 }),
  start_frame: frameNumber,
  end_frame: frameNumber,
});
export type LabelSegment = z.output<typeof labelSegment>;

/** A value of any input, before it is checked against its field. */
export const labelValue = z.union([fieldValue, z.array(labelSegment).max(MAX_SEGMENTS)]);
export type LabelValue = z.output<typeof labelValue>;

/** By field key. Null is a field that is not filled in; nothing is assumed. */
export const labelValues = z
  .record(z.string().regex(FIELD_KEY), labelValue.nullable())
  .refine((values) => Object.keys(values).length <= MAX_LABEL_FIELDS, `at most ${MAX_LABEL_FIELDS} values`);
export type LabelValues = z.output<typeof labelValues>;

export interface LabelFault {
  readonly key: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Never an inherited property: `toString` is a valid key. */
const ownValue = (values: LabelValues, key: string): LabelValue | null =>
  Object.hasOwn(values, key) ? (values[key] ?? null) : null;

/** Whether a field is shown, given the values of the fields before it. */
export const isFieldShown = ({ shown_when: condition }: LabelField, values: LabelValues): boolean =>
  condition === null || ownValue(values, condition.key) === condition.value;

type Parsed = { readonly value: LabelValue } | { readonly faults: readonly Omit<LabelFault, "key">[] };

const fault = (message: string, ...path: PropertyKey[]): Parsed => ({ faults: [{ path, message }] });

const overlapOf = (segments: readonly LabelSegment[]): number =>
  segments.findIndex((one, at) =>
    segments.some((other, before) => before < at && one.start_us < other.end_us && other.start_us < one.end_us),
  );

const segmentFault = (
  { start_us: start, end_us: end, class: name }: LabelSegment,
  classes: readonly string[],
  durationUs: number | null,
): string | undefined => {
  if (start >= end) return "a segment must end after it starts";
  if (durationUs !== null && end > durationUs) return "a segment must not end after the clip";
  return classes.includes(name) ? undefined : "choose one of the classes";
};

const parseSegments = (
  { classes, allows_overlap: allowsOverlap, max_segments: most }: z.output<typeof segmentsInput>,
  value: unknown,
  durationUs: number | null,
): Parsed => {
  const parsed = z.array(labelSegment).safeParse(value);
  if (!parsed.success) return fault("please set the start, the end and the class of each segment");
  const segments = parsed.data;
  if (segments.length > most) return fault(`use at most ${most} segments`);
  const faults = segments.flatMap((segment, at) => {
    const message = segmentFault(segment, classes, durationUs);
    return message === undefined ? [] : [{ path: [at], message }];
  });
  if (faults.length > 0) return { faults };
  const crossing = allowsOverlap ? -1 : overlapOf(segments);
  return crossing < 0 ? { value: segments } : fault("segments must not overlap", crossing);
};

const isChoice = (value: unknown): value is Choice => CHOICES.some((choice) => choice === value);

/** Parses one value for one field; also used for prefilled values. */
export const parseLabelValue = ({ input }: LabelField, value: unknown, durationUs: number | null): Parsed => {
  if (input.kind === "segments") return parseSegments(input, value, durationUs);
  if (input.kind === "pairwise") return isChoice(value) ? { value } : fault("choose a clip, a tie, or both bad");
  const spec =
    input.kind === "field"
      ? input.field
      : { type: "text" as const, max_length: input.max_length, is_multiline: true as const };
  const parsed = parseFieldValue(spec, value);
  return parsed.isValid ? { value: parsed.value as FieldValue } : { faults: parsed.faults };
};

/** An empty list of segments is an answer: nothing happens in the clip. */
const isMissing = ({ input }: LabelField, value: LabelValue | null): boolean =>
  value === null ||
  value === "" ||
  (input.kind !== "segments" && typeof value === "object" && Object.keys(value).length === 0);

export interface CheckedLabel {
  /** The values of shown fields; the values of hidden fields are dropped. */
  readonly values: LabelValues;
  readonly faults: readonly LabelFault[];
}

/** Checks the values of a form against its template, on the page and on the server. */
export const checkLabelValues = (
  fields: readonly LabelField[],
  given: LabelValues,
  durationUs: number | null,
): CheckedLabel => {
  const values: LabelValues = {};
  const faults: LabelFault[] = [];
  for (const field of fields) {
    const value = ownValue(given, field.key);
    if (!isFieldShown(field, values)) continue;
    if (isMissing(field, value)) {
      if (field.is_required) faults.push({ key: field.key, path: [], message: "please fill in this field" });
      continue;
    }
    const parsed = parseLabelValue(field, value, durationUs);
    if ("faults" in parsed) faults.push(...parsed.faults.map((each) => ({ key: field.key, ...each })));
    else values[field.key] = parsed.value;
  }
  const known = new Set(fields.map(({ key }) => key));
  for (const key of Object.keys(given))
    if (!known.has(key)) faults.push({ key, path: [], message: "the template has no such field" });
  return { values, faults };
};

const sameLabelValue = (a: LabelValue, b: LabelValue): boolean => sameValue(a as FieldValue, b as FieldValue);

/** For each prefilled field that is shown: whether its value was changed or cleared. */
export const editedFields = (
  fields: readonly LabelField[],
  prefill: LabelValues,
  values: LabelValues,
): Record<string, boolean> => {
  const edited: Record<string, boolean> = {};
  for (const field of fields) {
    const before = ownValue(prefill, field.key);
    if (before === null || !isFieldShown(field, values)) continue;
    const after = ownValue(values, field.key);
    edited[field.key] = after === null || !sameLabelValue(before, after);
  }
  return edited;
};

const OTHER_SIDE: Readonly<Record<string, Choice>> = { A: "B", B: "A" };

/**
 * The same label when the two clips change places. Applied twice, it gives the first values again. In the hands of a
 * labeller A is the clip on the left; wherever labels are stored, A is the first clip of the item.
 */
export const withSidesSwapped = (fields: readonly LabelField[], values: LabelValues): LabelValues => {
  const swapped = { ...values };
  for (const { key, input } of fields) {
    const value = input.kind === "pairwise" ? ownValue(values, key) : null;
    if (typeof value === "string") swapped[key] = OTHER_SIDE[value] ?? value;
  }
  return swapped;
};
