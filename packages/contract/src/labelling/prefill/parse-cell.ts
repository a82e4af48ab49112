import type { LabelField } from "../template-schemas.ts";

const TRUE = ["true", "yes", "1"];
const FALSE = ["false", "no", "0"];

/** Undefined for a text that is not JSON. */
export const parseJsonText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The caller says which line it was.
    return undefined;
  }
};

const booleanOf = (text: string): boolean | undefined => {
  const word = text.toLowerCase();
  if (TRUE.includes(word)) return true;
  return FALSE.includes(word) ? false : undefined;
};

/** `Number` would read an empty text as 0. */
export const numberOfText = (text: string): number | undefined => {
  const value = Number(text);
  return text.trim() !== "" && Number.isFinite(value) ? value : undefined;
};

/** The value that a cell of a table stands for, not yet checked against the limits of its field. Undefined: not readable. */
export const parseLabelCell = ({ input }: LabelField, text: string): unknown => {
  if (input.kind === "caption" || input.kind === "pairwise") return text;
  if (input.kind === "segments") return parseJsonText(text);
  switch (input.field.type) {
    case "text":
      return text;
    case "number":
      return numberOfText(text);
    case "boolean":
      return booleanOf(text);
    case "list":
      return text.split(";").map((item) => item.trim());
    case "key_value":
      return parseJsonText(text);
  }
};
