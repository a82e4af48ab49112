import { z } from "zod";
import { text } from "./kit.ts";

export const FIELD_TYPES = ["text", "number", "boolean", "key_value", "list"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** What one entry of a key_value or a list may hold. */
export const SCALAR_TYPES = ["text", "number", "boolean"] as const;
export type ScalarType = (typeof SCALAR_TYPES)[number];

export const FIELD_TEXT_MAX = 20_000;
export const FIELD_ENTRIES_MAX = 1_000;
export const FIELD_NUMBER_MAX = Number.MAX_SAFE_INTEGER;

const bound = z
  .number()
  .min(-FIELD_NUMBER_MAX)
  .max(FIELD_NUMBER_MAX)
  // JSON has no negative zero: it would not come back as it went.
  .overwrite((value) => (value === 0 ? 0 : value));
const count = z.int().nonnegative().max(FIELD_ENTRIES_MAX);

const isAbove = (low: number | undefined, high: number | undefined): boolean =>
  low !== undefined && high !== undefined && low > high;

const textField = z
  .strictObject({
    type: z.literal("text"),
    min_length: z.int().nonnegative().max(FIELD_TEXT_MAX).optional(),
    max_length: z.int().positive().max(FIELD_TEXT_MAX).optional(),
    /** When given, the value is one of these. */
    options: z
      .array(text({ min: 1, max: 200 }))
      .min(1)
      .max(200)
      .optional(),
    is_multiline: z.boolean().optional(),
  })
  .superRefine(({ min_length, max_length, options = [] }, context) => {
    const fault = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message });
    if (isAbove(min_length, max_length)) fault(["max_length"], "the longest must not be shorter than the shortest");
    for (const [index, option] of options.entries()) {
      const length = [...option].length;
      if (isAbove(min_length, length) || isAbove(length, max_length))
        fault(["options", index], "this option is outside of the length allowed");
      if (/[\r\n]/.test(option)) fault(["options", index], "an option has one line");
      if (options.indexOf(option) !== index) fault(["options", index], "this option stands here twice");
    }
  });

const numberField = z
  .strictObject({
    type: z.literal("number"),
    min: bound.optional(),
    max: bound.optional(),
    is_integer: z.boolean().optional(),
    unit: text({ max: 40 }).optional(),
  })
  .superRefine(({ min, max, is_integer }, context) => {
    if (isAbove(min, max)) {
      context.addIssue({ code: "custom", path: ["max"], message: "the largest must not be below the smallest" });
    } else if (is_integer && min !== undefined && max !== undefined && Math.ceil(min) > Math.floor(max)) {
      context.addIssue({ code: "custom", path: ["max"], message: "there is no whole number between the two" });
    }
  });

const booleanField = z.strictObject({ type: z.literal("boolean") });

const keyValueField = z.strictObject({
  type: z.literal("key_value"),
  value_type: z.enum(SCALAR_TYPES).default("text"),
  max_entries: count.optional(),
});

const listField = z
  .strictObject({
    type: z.literal("list"),
    item_type: z.enum(SCALAR_TYPES).default("text"),
    min_items: count.optional(),
    max_items: count.optional(),
    is_unique: z.boolean().optional(),
  })
  .superRefine(({ item_type, min_items, max_items, is_unique }, context) => {
    if (isAbove(min_items, max_items)) {
      context.addIssue({ code: "custom", path: ["max_items"], message: "the most must not be fewer than the least" });
    }
    if (is_unique && item_type === "boolean" && isAbove(min_items, 2)) {
      context.addIssue({ code: "custom", path: ["min_items"], message: "there are only two different answers" });
    }
  });

/** What a field may hold: its type and the limits of that type. */
export const fieldSpec = z.discriminatedUnion("type", [textField, numberField, booleanField, keyValueField, listField]);
export type FieldSpec = z.output<typeof fieldSpec>;
export type SpecOf<T extends FieldType> = Extract<FieldSpec, { type: T }>;

/** The names that reach an object's prototype are refused, in whatever type of entry they stand. */
export const FIELD_KEY = /^(?!(?:__proto__|constructor|prototype)$)[A-Za-z0-9_.-]{1,64}$/;
export const FIELD_KEY_FAULT = "use 1 to 64 letters, digits, dots, dashes and underscores, and no reserved word";

/**
 * Refuses keys before zod builds the record: zod leaves an own `__proto__` out without a word.
 * Arrays and everything else that is no object are left to the record itself.
 */
export const checkKeys = (value: unknown, context: z.core.$RefinementCtx): unknown => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key === "string" && FIELD_KEY.test(key)) continue;
    context.issues.push({ code: "custom", path: [key], message: FIELD_KEY_FAULT, input: value });
  }
  return value;
};

const scalar = z.union([text({ max: FIELD_TEXT_MAX }), bound, z.boolean()]);
const entries = z
  .record(z.string().regex(FIELD_KEY), scalar)
  .refine((value) => Object.keys(value).length <= FIELD_ENTRIES_MAX, `at most ${FIELD_ENTRIES_MAX} entries`)
  .meta({ maxProperties: FIELD_ENTRIES_MAX });

/** Any value a field can hold, before its own specification is asked. */
export const fieldValue = z.union([scalar, z.array(scalar).max(FIELD_ENTRIES_MAX), z.preprocess(checkKeys, entries)]);
export type FieldValue = z.output<typeof fieldValue>;
