import { FIELD_TEXT_MAX, type InputValues, type PerformerInput } from "@dailies/contract";
import type { PerformerRecord } from "../performer-record.ts";

/** The input of a performer that is asked about a clip: the clip, the prompt, and its own defaults. */
export const askedInput = (
  inputSchema: readonly PerformerInput[],
  asked: { readonly clip: string; readonly prompt: string },
): InputValues =>
  Object.fromEntries(
    inputSchema.flatMap(({ key, role, default: usual }) => {
      if (role === "video") return [[key, asked.clip] as const];
      if (role === "prompt") return [[key, asked.prompt] as const];
      return usual === undefined ? [] : [[key, usual] as const];
    }),
  );

/** How long a prompt of this performer may be; undefined when it takes none. */
export const promptLimitOf = (inputSchema: readonly PerformerInput[]): number | undefined => {
  const spec = inputSchema.find(({ role }) => role === "prompt")?.spec;
  return spec?.type === "text" && spec.options === undefined ? (spec.max_length ?? FIELD_TEXT_MAX) : undefined;
};

/** Whether it is a judge that reads a clip and a prompt and answers in words, rather than with a score only. */
export const answersInWords = ({
  kind,
  adapter,
  adapterConfig,
  inputSchema,
}: Pick<PerformerRecord, "kind" | "adapter" | "adapterConfig" | "inputSchema">): boolean =>
  kind === "judge" &&
  adapter === "http" &&
  typeof adapterConfig.answer_at === "string" &&
  inputSchema.some(({ role, spec }) => role === "video" && spec.type === "text") &&
  promptLimitOf(inputSchema) !== undefined;
