import type { InputValues, PerformerInput } from "@dailies/contract";

/** Inputs that a column leaves to the rows, or to the rule for seeds, unless it already fixes them. */
export const givenByRows = (
  inputs: readonly PerformerInput[],
  rowKeys: readonly string[],
  params: InputValues,
): string[] =>
  inputs
    .filter(({ key, role }) => role === "prompt" || role === "seed" || rowKeys.includes(key))
    .filter(({ key }) => params[key] === undefined)
    .map(({ key }) => key);
