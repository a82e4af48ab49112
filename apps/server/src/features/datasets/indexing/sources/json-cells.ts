import type { Cell } from "./source.ts";

const MAX_FIELDS = 300;
const MAX_DIMENSIONS = 4_096;

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) &&
  value.length > 7 &&
  value.length <= MAX_DIMENSIONS &&
  value.every((n) => typeof n === "number");

/** Converts a JSON value to a cell: objects and lists stay text, long lists of numbers become vectors. */
export const jsonCell = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (isVector(value)) return Float32Array.from(value);
  return { kind: "json", text: JSON.stringify(value) };
};

const addMembers = (values: Map<string, Cell>, prefix: string, members: object): void => {
  for (const [name, value] of Object.entries(members)) {
    if (values.size >= MAX_FIELDS) return;
    const path = prefix + name;
    const isNested = typeof value === "object" && value !== null && !Array.isArray(value) && prefix === "";
    if (isNested) addMembers(values, `${path}.`, value);
    else values.set(path, jsonCell(value));
  }
};

/** Adds the members of an object as columns, including one nested level. Returns false when the text is not an object. */
export const addJson = (values: Map<string, Cell>, text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    addMembers(values, "", value);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
};
