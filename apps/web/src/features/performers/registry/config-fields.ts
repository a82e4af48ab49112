import { z } from "zod";

export interface ConfigField {
  key: string;
  label: string;
  help: string;
  kind: "text" | "choice" | "flag" | "words" | "json";
  options: readonly string[];
  isRequired: boolean;
  fallback: unknown;
  faultOf: (value: unknown) => string | undefined;
}

const innerOf = (schema: unknown): unknown =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? innerOf(schema.unwrap()) : schema;

const kindOf = (schema: unknown): ConfigField["kind"] => {
  if (schema instanceof z.ZodEnum) return "choice";
  if (schema instanceof z.ZodBoolean) return "flag";
  if (schema instanceof z.ZodArray) return "words";
  return schema instanceof z.ZodRecord ? "json" : "text";
};

const fieldOf = (key: string, schema: z.ZodType): ConfigField => {
  const { title = key, description = "" } = schema.meta() ?? {};
  const inner = innerOf(schema);
  const absent = schema.safeParse(undefined);
  return {
    key,
    label: title,
    help: description,
    kind: kindOf(inner),
    options: inner instanceof z.ZodEnum ? inner.options.map(String) : [],
    isRequired: !absent.success,
    fallback: absent.success ? absent.data : undefined,
    faultOf: (value) => {
      const parsed = schema.safeParse(value);
      // Do not report missing values before the user had a chance to enter them; saving does.
      return parsed.success || value === undefined ? undefined : parsed.error.issues[0]?.message;
    },
  };
};

/** The fields of an adapter's settings with their labels, in schema order. */
export const configFieldsOf = (schema: z.ZodObject): ConfigField[] =>
  Object.entries(schema.shape).map(([key, field]) => fieldOf(key, field as z.ZodType));
