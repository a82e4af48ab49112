/** A value that a dataset row can hold. */
export type Scalar = string | number | boolean | null | Float32Array | { readonly kind: "json"; readonly text: string };

const NUMBER = /^-?(0|[1-9]\d{0,15})(\.\d{1,17})?([eE][+-]?\d{1,3})?$/;
const LEAST_VECTOR = 4;
const MOST_VECTOR = 16_384;
const MOST_DEPTH = 4;
const MOST_VALUES = 1_000;
const MOST_JSON_LENGTH = 262_144;

/** Infers the type of a CSV cell, which is always text. A number with leading zeros stays text. */
export const readCell = (text: string): Scalar => {
  if (text === "") return null;
  if (text === "true" || text === "True") return true;
  if (text === "false" || text === "False") return false;
  return text.length <= 24 && NUMBER.test(text) ? Number(text) : text;
};

const isVector = (value: readonly unknown[]): value is readonly number[] =>
  value.length >= LEAST_VECTOR && value.length <= MOST_VECTOR && value.every((item) => typeof item === "number");

const asJson = (value: unknown): Scalar => {
  const text = JSON.stringify(value);
  return {
    kind: "json",
    text: text.length > MOST_JSON_LENGTH ? JSON.stringify(text.slice(0, MOST_JSON_LENGTH)) : text,
  };
};

const put = (into: Map<string, Scalar>, name: string, value: unknown, depth: number): void => {
  if (into.size >= MOST_VALUES) return;
  if (typeof value === "object" && value !== null && !Array.isArray(value) && depth < MOST_DEPTH) {
    for (const [key, inner] of Object.entries(value)) put(into, `${name}.${key}`, inner, depth + 1);
  } else if (Array.isArray(value)) into.set(name, isVector(value) ? Float32Array.from(value) : asJson(value));
  else if (typeof value === "object" && value !== null) into.set(name, asJson(value));
  else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") into.set(name, value);
  else into.set(name, null);
};

/** Nested objects become dotted columns: `motion_score.global_mean`. Lists of numbers are vectors. */
export const flattenValues = (values: ReadonlyMap<string, unknown>): ReadonlyMap<string, Scalar> => {
  const flat = new Map<string, Scalar>();
  for (const [name, value] of values) put(flat, name, value, 0);
  return flat;
};
