import type { InputValues, PerformerInput } from "@dailies/contract";

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
  asked: { readonly clip: string; readonly inputs: InputValues; readonly label: string },
): InputValues =>
  Object.fromEntries(
    inputSchema.flatMap(({ key, role, default: usual }) => {
      if (role === "video") return [[key, asked.clip] as const];
      if (role === "prompt") return [[key, promptOf(asked.inputs, asked.label).slice(0, MAX_PROMPT)] as const];
      return usual === undefined ? [] : [[key, usual] as const];
    }),
  );
