import type { InputValues } from "@dailies/contract";

/** The text that says most about a row: its prompt, or the first text it holds. */
export const promptOf = (inputs: InputValues): string => {
  const { prompt } = inputs;
  if (typeof prompt === "string") return prompt;
  return Object.values(inputs).find((value) => typeof value === "string") ?? "";
};
