import type { InputValues } from "@dailies/contract";

/** The most descriptive text of a row: its prompt, or else its first text input. */
export const promptOf = (inputs: InputValues): string => {
  const { prompt } = inputs;
  if (typeof prompt === "string") return prompt;
  return Object.values(inputs).find((value) => typeof value === "string") ?? "";
};
