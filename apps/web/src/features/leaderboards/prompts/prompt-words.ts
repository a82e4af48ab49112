import type { BoardPrompt, InputValues } from "@dailies/contract";

const wordsOf = (inputs: InputValues): string => {
  const { prompt } = inputs;
  if (typeof prompt === "string") return prompt;
  return Object.values(inputs).find((value) => typeof value === "string") ?? "";
};

/** The most descriptive text of a prompt: its label, its prompt text, or its first text input. */
export const promptWords = ({ label, inputs }: Pick<BoardPrompt, "label" | "inputs">): string =>
  label || wordsOf(inputs);
