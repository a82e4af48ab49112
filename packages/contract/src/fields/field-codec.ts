import { z } from "zod";
import { text } from "../kit.ts";
import { matchesPattern, PATTERN_TEXT_MAX } from "./field-pattern.ts";
import { isOnStep } from "./field-scale.ts";
import {
  checkKeys,
  FIELD_ENTRIES_MAX,
  FIELD_NUMBER_MAX,
  FIELD_TEXT_MAX,
  type FieldSpec,
  type FieldValue,
  type ScalarType,
  type SpecOf,
} from "./field-types.ts";

interface Scalars {
  text: string;
  number: number;
  boolean: boolean;
}

/** The TypeScript type of values that match a specification. */
export type FieldValueOf<S extends FieldSpec> = S extends { type: "key_value"; value_type: infer T extends ScalarType }
  ? Record<string, Scalars[T]>
  : S extends { type: "list"; item_type: infer T extends ScalarType }
    ? Scalars[T][]
    : S extends { type: infer T extends ScalarType }
      ? Scalars[T]
      : never;

const textSchema = (spec: SpecOf<"text">): z.ZodType<string> => {
  const { min_length, max_length, options, is_multiline, pattern } = spec;
  const words = text({ min: min_length ?? 0, max: max_length ?? FIELD_TEXT_MAX, required: "please enter text" });
  if (options) {
    const known = new Set(options);
    return words.refine((value) => known.has(value), `choose one of: ${options.join(", ")}`);
  }
  const lines = is_multiline ? words : words.refine((value) => !/[\r\n]/.test(value), "use one line only");
  if (pattern === undefined) return lines;
  // A text that is too long is not matched at all: the length limits the cost of the pattern.
  const isOk = (value: string): boolean => value.length > 2 * PATTERN_TEXT_MAX || matchesPattern(pattern, value);
  return lines.refine(isOk, `use a text that matches ${pattern}`);
};

const numberSchema = ({ min, max, is_integer, step }: SpecOf<"number">): z.ZodType<number> => {
  const low = min ?? -FIELD_NUMBER_MAX;
  const high = max ?? FIELD_NUMBER_MAX;
  return z
    .number({ error: "please enter a number" })
    .min(low, `use ${low} or more`)
    .max(high, `use ${high} or less`)
    .refine((value) => !is_integer || Number.isInteger(value), "use a whole number")
    .refine((value) => step === undefined || isOnStep(value, step), `use a multiple of ${step}`)
    .overwrite((value) => (value === 0 ? 0 : value));
};

const scalarSchemas: { readonly [T in ScalarType]: () => z.ZodType<Scalars[T]> } = {
  text: () => textSchema({ type: "text", is_multiline: true }),
  number: () => numberSchema({ type: "number" }),
  boolean: () => z.boolean({ error: "choose yes or no" }),
};

/** Without a prototype, so that looking up a key never returns an inherited property. */
const bare = <T>(entries: Record<string, T>): Record<string, T> => {
  const found: Record<string, T> = Object.create(null);
  for (const [key, value] of Object.entries(entries)) found[key] = value;
  return found;
};

/** For fixed keys: missing and unexpected keys. */
const keyFaults = (keys: readonly string[] | undefined, given: object): [key: string, message: string][] => {
  if (keys === undefined) return [];
  const missing = keys.filter((key) => !Object.hasOwn(given, key));
  const strange = Object.keys(given).filter((key) => !keys.includes(key));
  return [
    ...missing.map((key): [string, string] => [key, `please fill in: ${key}`]),
    ...strange.map((key): [string, string] => [key, "unknown key"]),
  ];
};

const keyValueSchema = ({ value_type, keys, max_entries = FIELD_ENTRIES_MAX }: SpecOf<"key_value">) =>
  z.preprocess(
    checkKeys,
    z
      .record(z.string(), z.union([scalarSchemas[value_type]()]), { error: "please enter keys and values" })
      .refine((value) => Object.keys(value).length <= max_entries, `use at most ${max_entries} entries`)
      .superRefine((value, context) => {
        for (const [key, message] of keyFaults(keys, value)) context.addIssue({ code: "custom", path: [key], message });
      })
      .transform(bare),
  );

const listSchema = ({
  item_type,
  options,
  min_items = 0,
  max_items = FIELD_ENTRIES_MAX,
  is_unique,
}: SpecOf<"list">) => {
  const known = options && new Set<string | number | boolean>(options);
  return z
    .array(z.union([scalarSchemas[item_type]()]), { error: "please enter a list" })
    .min(min_items, `use at least ${min_items} items`)
    .max(max_items, `use at most ${max_items} items`)
    .superRefine((items, context) => {
      const seen = new Set<string | number | boolean>();
      for (const [index, item] of items.entries()) {
        const fault = (message: string) => context.addIssue({ code: "custom", path: [index], message });
        if (known && !known.has(item)) fault(`choose one of: ${options?.join(", ")}`);
        if (is_unique && seen.has(item)) fault("this item is listed twice");
        seen.add(item);
      }
    });
};

const schemaOf = (spec: FieldSpec): z.ZodType<FieldValue> => {
  switch (spec.type) {
    case "text":
      return textSchema(spec);
    case "number":
      return numberSchema(spec);
    case "boolean":
      return scalarSchemas.boolean();
    case "key_value":
      return keyValueSchema(spec);
    case "list":
      return listSchema(spec);
  }
};

/** Schema of a field's values, with error messages for the person entering them. A key_value result has no prototype. */
export const fieldValueSchema = <const S extends FieldSpec>(spec: S): z.ZodType<FieldValueOf<S>> =>
  schemaOf(spec) as z.ZodType<unknown> as z.ZodType<FieldValueOf<S>>;

export interface FieldFault {
  /** Empty for the value as a whole, otherwise the key or index of the entry. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export type ParsedField<V> =
  | { readonly isValid: true; readonly value: V }
  | { readonly isValid: false; readonly faults: readonly FieldFault[] };

/** Parses a value from a form, JSON or the database. */
export const parseFieldValue = <const S extends FieldSpec>(spec: S, input: unknown): ParsedField<FieldValueOf<S>> => {
  const result = fieldValueSchema(spec).safeParse(input);
  if (result.success) return { isValid: true, value: result.data };
  return { isValid: false, faults: result.error.issues.map(({ path, message }) => ({ path, message })) };
};

/** Initial value of a form; it may still violate a minimum length or count. */
export const emptyValue = (spec: FieldSpec): FieldValue => {
  switch (spec.type) {
    case "text":
      return spec.options?.[0] ?? "";
    case "number":
      return nearestToZero(spec);
    case "boolean":
      return false;
    case "key_value":
      return Object.fromEntries((spec.keys ?? []).map((key) => [key, EMPTY_SCALARS[spec.value_type]]));
    case "list":
      return [];
  }
};

const EMPTY_SCALARS: { readonly [T in ScalarType]: Scalars[T] } = { text: "", number: 0, boolean: false };

const nearestToZero = ({ min = -FIELD_NUMBER_MAX, max = FIELD_NUMBER_MAX, is_integer }: SpecOf<"number">): number => {
  const low = is_integer ? Math.ceil(min) : min;
  const high = is_integer ? Math.floor(max) : max;
  return Math.min(Math.max(0, low), high) || 0;
};

const isEntries = (value: FieldValue): value is Extract<FieldValue, object> & Record<string, unknown> =>
  typeof value === "object" && !Array.isArray(value);

/** Compares values: order matters in a list but not in a key_value. */
export const sameValue = (a: FieldValue, b: FieldValue): boolean =>
  formatFieldValue(a) === formatFieldValue(b) && typeof a === typeof b && Array.isArray(a) === Array.isArray(b);

/** As lines of text for display and diffing: one entry per line, key_value keys sorted. */
export const formatFieldValue = (value: FieldValue): string => {
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(item)).join("\n");
  if (isEntries(value)) {
    const lines = Object.entries(value).map(([key, item]) => `${key}: ${JSON.stringify(item)}`);
    return lines.sort().join("\n");
  }
  return String(value);
};
