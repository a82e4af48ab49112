import type { BoardPrompt, InputValues } from "@dailies/contract";

const wordsOf = (inputs: InputValues): string => {
  const { prompt } = inputs;
  if (typeof prompt === "string") return prompt;
  return Object.values(inputs).find((value) => typeof value === "string") ?? "";
};

/** The text that says most about a prompt: its label, its words, or the first text it holds. */
export const promptWords = ({ label, inputs }: Pick<BoardPrompt, "label" | "inputs">): string =>
  label || wordsOf(inputs);
