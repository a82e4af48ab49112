import {
  FIELD_ENTRIES_MAX,
  FIELD_KEY,
  FIELD_NUMBER_MAX,
  FIELD_TEXT_MAX,
  type FieldSpec,
  type ScalarType,
  type SpecOf,
} from "./field-types.ts";

type JsonSchema = Record<string, unknown>;

const textJsonSchema = ({ min_length, max_length, options, is_multiline, pattern }: SpecOf<"text">): JsonSchema => {
  const lines = is_multiline ? "^[^\\u0000]*$" : "^[^\\u0000\\r\\n]*$";
  return {
    type: "string",
    minLength: min_length ?? 0,
    maxLength: max_length ?? FIELD_TEXT_MAX,
    ...(options ? { enum: options } : { pattern: lines }),
    ...(pattern !== undefined && { allOf: [{ pattern }] }),
  };
};

const numberJsonSchema = ({ min, max, is_integer, step }: SpecOf<"number">): JsonSchema => ({
  type: is_integer ? "integer" : "number",
  minimum: min ?? -FIELD_NUMBER_MAX,
  maximum: max ?? FIELD_NUMBER_MAX,
  ...(step !== undefined && { multipleOf: step }),
});

const scalarJsonSchema = (type: ScalarType): JsonSchema =>
  partJsonSchema(type === "text" ? { type, is_multiline: true } : { type });

const fixedKeys = (keys: readonly string[], type: ScalarType): JsonSchema => ({
  properties: Object.fromEntries(keys.map((key) => [key, scalarJsonSchema(type)])),
  additionalProperties: false,
  required: keys,
});

const partJsonSchema = (spec: FieldSpec): JsonSchema => {
  switch (spec.type) {
    case "text":
      return textJsonSchema(spec);
    case "number":
      return numberJsonSchema(spec);
    case "boolean":
      return { type: "boolean" };
    case "key_value":
      return {
        type: "object",
        propertyNames: { pattern: FIELD_KEY.source },
        additionalProperties: scalarJsonSchema(spec.value_type),
        maxProperties: spec.max_entries ?? FIELD_ENTRIES_MAX,
        ...(spec.keys && fixedKeys(spec.keys, spec.value_type)),
      };
    case "list":
      return {
        type: "array",
        items: spec.options ? { enum: spec.options } : scalarJsonSchema(spec.item_type),
        minItems: spec.min_items ?? 0,
        maxItems: spec.max_items ?? FIELD_ENTRIES_MAX,
        ...(spec.is_unique && { uniqueItems: true }),
      };
  }
};

/** The same rule as JSON Schema, draft 2020-12. */
export const fieldJsonSchema = (spec: FieldSpec): JsonSchema => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  ...partJsonSchema(spec),
});
