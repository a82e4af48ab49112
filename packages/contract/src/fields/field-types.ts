import { z } from "zod";
import { nonNegativeInt, positiveInt, text } from "../kit.ts";
import { PATTERN_MAX, PATTERN_TEXT_MAX, patternFault } from "./field-pattern.ts";
import { boundFault, displayFault, isAbove, isOnScale, stepFaults } from "./field-scale.ts";

export const FIELD_TYPES = ["text", "number", "boolean", "key_value", "list"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Types of an entry in a key_value or a list. */
export const SCALAR_TYPES = ["text", "number", "boolean"] as const;
export type ScalarType = (typeof SCALAR_TYPES)[number];

export const FIELD_TEXT_MAX = 20_000;
export const FIELD_ENTRIES_MAX = 1_000;
export const FIELD_NUMBER_MAX = Number.MAX_SAFE_INTEGER;

const bound = z
  .number()
  .min(-FIELD_NUMBER_MAX)
  .max(FIELD_NUMBER_MAX)
  // JSON has no negative zero, so it would not survive a round trip.
  .overwrite((value) => (value === 0 ? 0 : value));
const count = nonNegativeInt.max(FIELD_ENTRIES_MAX);

/** How a number is entered; all but `input` show a scale. */
export const NUMBER_DISPLAYS = ["input", "likert", "stars", "slider"] as const;
const MAX_OPTIONS = 200;
const MAX_FIXED_KEYS = 50;
const STEP_MIN = 0.000_001;
const STEP_MAX = 1_000_000;

const patternFaults = (
  pattern: string | undefined,
  options: number,
  maxLength = FIELD_TEXT_MAX,
): [string, string][] => {
  if (pattern === undefined) return [];
  const wrong = patternFault(pattern);
  if (wrong !== undefined) return [["pattern", wrong]];
  if (options > 0) return [["pattern", "use either options or a pattern"]];
  if (maxLength <= PATTERN_TEXT_MAX) return [];
  return [["max_length", `a text with a pattern needs a maximum length of ${PATTERN_TEXT_MAX} or less`]];
};

export const textFieldSpec = z
  .strictObject({
    type: z.literal("text"),
    min_length: nonNegativeInt.max(FIELD_TEXT_MAX).optional(),
    max_length: positiveInt.max(FIELD_TEXT_MAX).optional(),
    /** If given, the value is one of these. */
    options: z
      .array(text({ min: 1, max: 200 }))
      .min(1)
      .max(MAX_OPTIONS)
      .optional(),
    is_multiline: z.boolean().optional(),
    /** A regular expression that the value must match, as in JSON Schema. */
    pattern: text({ min: 1, max: PATTERN_MAX }).optional(),
  })
  .superRefine(({ min_length, max_length, options = [], pattern }, context) => {
    const fault = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message });
    for (const [name, message] of patternFaults(pattern, options.length, max_length)) fault([name], message);
    if (isAbove(min_length, max_length))
      fault(["max_length"], "the maximum length must not be below the minimum length");
    for (const [index, option] of options.entries()) {
      const length = [...option].length;
      if (isAbove(min_length, length) || isAbove(length, max_length))
        fault(["options", index], "this option violates the length limits");
      if (/[\r\n]/.test(option)) fault(["options", index], "an option must be a single line");
      if (options.indexOf(option) !== index) fault(["options", index], "this option is listed twice");
    }
  });

export const numberLabel = z.strictObject({ value: bound, words: text({ min: 1, max: 60 }) });
export const numberFieldSpec = z
  .strictObject({
    type: z.literal("number"),
    min: bound.optional(),
    max: bound.optional(),
    is_integer: z.boolean().optional(),
    /** If given, the value and the bounds are multiples of it. */
    step: z.number().min(STEP_MIN).max(STEP_MAX).optional(),
    unit: text({ max: 40 }).optional(),
    /** Short descriptions of single values. */
    labels: z.array(numberLabel).min(1).max(21).optional(),
    display: z.enum(NUMBER_DISPLAYS).optional(),
  })
  .superRefine(({ display, labels = [], ...limits }, context) => {
    const fault = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message });
    const crossed = boundFault(limits);
    if (crossed !== undefined) fault(["max"], crossed);
    for (const [name, message] of stepFaults(limits)) fault([name], message);
    const undrawn = crossed === undefined ? displayFault(display, limits) : undefined;
    if (undrawn !== undefined) fault(["display"], undrawn);
    const seen = new Set<number>();
    for (const [index, { value }] of labels.entries()) {
      if (!isOnScale(value, limits)) fault(["labels", index], "this value is not on the scale");
      if (seen.has(value)) fault(["labels", index], "this value is listed twice");
      seen.add(value);
    }
  });

export const booleanFieldSpec = z.strictObject({ type: z.literal("boolean") });

/** Rejects the names that reach an object's prototype. */
export const FIELD_KEY = /^(?!(?:__proto__|constructor|prototype)$)[A-Za-z0-9_.-]{1,64}$/;
export const FIELD_KEY_FAULT = "use 1 to 64 letters, digits, dots, dashes and underscores, and no reserved word";

export const keyValueFieldSpec = z
  .strictObject({
    type: z.literal("key_value"),
    value_type: z.enum(SCALAR_TYPES).default("text"),
    /** If given, the value has exactly these keys. */
    keys: z.array(z.string().regex(FIELD_KEY, FIELD_KEY_FAULT)).min(1).max(MAX_FIXED_KEYS).optional(),
    max_entries: count.optional(),
  })
  .superRefine(({ keys = [], max_entries }, context) => {
    const fault = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message });
    if (isAbove(keys.length, max_entries)) fault(["max_entries"], "there are more keys than max_entries");
    for (const [index, key] of keys.entries())
      if (keys.indexOf(key) !== index) fault(["keys", index], "this key is listed twice");
  });

const optionFaults = (type: ScalarType, options: readonly (string | number)[]): [index: number, message: string][] =>
  options.flatMap((option, index) => {
    const faults: [number, string][] = [];
    if (typeof option !== (type === "text" ? "string" : type))
      faults.push([index, "this option must have the type of the items"]);
    if (typeof option === "string" && /[\r\n]/.test(option)) faults.push([index, "an option must be a single line"]);
    if (options.indexOf(option) !== index) faults.push([index, "this option is listed twice"]);
    return faults;
  });

export const listOption = z.union([text({ min: 1, max: 200 }), bound]);
export const listFieldSpec = z
  .strictObject({
    type: z.literal("list"),
    item_type: z.enum(SCALAR_TYPES).default("text"),
    /** If given, every item is one of these; with at most one item it is a single choice. */
    options: z.array(listOption).min(1).max(MAX_OPTIONS).optional(),
    min_items: count.optional(),
    max_items: count.optional(),
    is_unique: z.boolean().optional(),
  })
  .superRefine(({ item_type, options, min_items, max_items, is_unique }, context) => {
    const fault = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message });
    if (isAbove(min_items, max_items))
      fault(["max_items"], "the maximum number of items must not be below the minimum");
    if (is_unique && item_type === "boolean" && isAbove(min_items, 2))
      fault(["min_items"], "there are only two different values");
    if (options && is_unique && isAbove(min_items, options.length))
      fault(["min_items"], "there are fewer options than min_items");
    for (const [index, message] of optionFaults(item_type, options ?? [])) fault(["options", index], message);
  });

/** Type of a field and the limits of that type. */
export const fieldSpec = z.discriminatedUnion("type", [
  textFieldSpec,
  numberFieldSpec,
  booleanFieldSpec,
  keyValueFieldSpec,
  listFieldSpec,
]);
export type FieldSpec = z.output<typeof fieldSpec>;
export type SpecOf<T extends FieldType> = Extract<FieldSpec, { type: T }>;

/**
 * Rejects invalid keys before zod builds the record, because zod silently drops an own `__proto__`.
 * Arrays and other non-objects are left to the record schema.
 */
export const checkKeys = (value: unknown, context: z.core.$RefinementCtx): unknown => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key === "string" && FIELD_KEY.test(key)) continue;
    context.issues.push({ code: "custom", path: [key], message: FIELD_KEY_FAULT, input: value });
  }
  return value;
};

export const fieldScalar = z.union([text({ max: FIELD_TEXT_MAX }), bound, z.boolean()]);
const entries = z
  .record(z.string().regex(FIELD_KEY), fieldScalar)
  .refine((value) => Object.keys(value).length <= FIELD_ENTRIES_MAX, `at most ${FIELD_ENTRIES_MAX} entries`)
  .meta({ maxProperties: FIELD_ENTRIES_MAX });

/** Any field value, before it is checked against its own specification. */
export const fieldValue = z.union([
  fieldScalar,
  z.array(fieldScalar).max(FIELD_ENTRIES_MAX),
  z.preprocess(checkKeys, entries),
]);
export type FieldValue = z.output<typeof fieldValue>;
