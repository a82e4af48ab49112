import { MAX_ROWS } from "@dailies/contract";
import { z } from "zod";
import { DomainError } from "../../../errors.ts";

export interface VbenchRow {
  /** The number of the entry in the array. */
  readonly line: number;
  readonly fields: unknown;
  readonly fault?: string;
}

const MAX_CATEGORY = 80;

/** Other keys, such as `auxiliary_info`, are for VBench's own scripts and are left out. */
const vbenchEntry = z.object({
  prompt_en: z.string().trim().min(1),
  dimension: z.array(z.string().trim().min(1).max(MAX_CATEGORY)).max(100).default([]),
});

/** A prompt with several dimensions has one category of all of them; what exceeds the column is counted. */
const categoryOf = (dimensions: readonly string[]): string => {
  const named = [...new Set(dimensions)];
  for (let count = named.length; count > 0; count--) {
    const rest = named.length - count;
    const category = `${named.slice(0, count).join(", ")}${rest > 0 ? ` +${rest}` : ""}`;
    if (category.length <= MAX_CATEGORY) return category;
  }
  return "";
};

/**
 * Reads the prompt list of VBench: an array of `{ prompt_en, dimension }`. A prompt that is listed again for another
 * dimension gets all of its dimensions wherever it stands, so that the repetition can be left out.
 */
export const readVbench = (text: string): VbenchRow[] => {
  const array = parseArray(text);
  // Before any of them is checked, which costs more than reading them.
  if (array.length > MAX_ROWS) throw new DomainError("invalid", `at most ${MAX_ROWS} rows come in at once`);
  const entries = array.map((entry, index) => ({ line: index + 1, parsed: vbenchEntry.safeParse(entry) }));
  const dimensionsOf = new Map<string, string[]>();
  for (const { parsed } of entries) {
    if (!parsed.success) continue;
    const { prompt_en, dimension } = parsed.data;
    dimensionsOf.set(prompt_en, [...(dimensionsOf.get(prompt_en) ?? []), ...dimension]);
  }
  return entries.map(({ line, parsed }) => {
    if (!parsed.success) return { line, fields: undefined, fault: faultOf(parsed.error.issues[0]) };
    const { prompt_en: prompt } = parsed.data;
    return { line, fields: { inputs: { prompt }, category: categoryOf(dimensionsOf.get(prompt) ?? []) } };
  });
};

const faultOf = (issue: { path: readonly PropertyKey[]; message: string } | undefined): string =>
  issue && issue.path.length > 0 ? `${issue.path.join(".")}: ${issue.message}` : "an entry is an object in braces";

const parseArray = (text: string): unknown[] => {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (Array.isArray(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new DomainError("invalid", "this is not JSON; a VBench file is one array of entries");
  }
  throw new DomainError("invalid", "a VBench file is one array of entries with prompt_en and dimension");
};
