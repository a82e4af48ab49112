import type { InputValues, PerformerInput } from "@dailies/contract";
import { askedInput } from "../../performers/index.ts";

const MAX_PROMPT = 4_000;

/** The field called prompt, or else the longest text among the inputs. */
const promptOf = (inputs: InputValues, label: string): string => {
  const { prompt } = inputs;
  if (typeof prompt === "string" && prompt !== "") return prompt;
  const texts = Object.values(inputs).filter((value) => typeof value === "string");
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), "") || label;
};

/** The input of a judge: the clip and the prompt, without anything that names the model. */
export const judgeInput = (
  inputSchema: readonly PerformerInput[],
  { clip, inputs, label }: { readonly clip: string; readonly inputs: InputValues; readonly label: string },
): InputValues => askedInput(inputSchema, { clip, prompt: promptOf(inputs, label).slice(0, MAX_PROMPT) });
