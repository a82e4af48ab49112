import type { InputValues, PerformerInput, PerformerItem } from "@dailies/contract";
import { isUsable } from "../../../shared/performer-picker/health.ts";
import { faultsOf } from "../../../shared/schema-form/schema-values.ts";
import { keyOfRole } from "./carry-values.ts";

/** Shared with everybody inside, able to answer, and content with a prompt. */
export const isForQuickUse = (performer: PerformerItem): boolean =>
  performer.shared_with_internal &&
  performer.kind === "model" &&
  isUsable(performer) &&
  keyOfRole(performer.input_schema, "prompt") !== undefined;

/** What stands behind "Options": everything but the prompt, which has a place of its own, and the seed. */
export const optionsOf = (performer: PerformerItem): PerformerInput[] =>
  performer.input_schema.filter(({ role }) => role !== "prompt" && role !== "seed");

/** Options that must be filled in before anything can be made, so they must not be folded away. */
export const needsOptions = (performer: PerformerItem): boolean =>
  optionsOf(performer).some((input) => input.is_required && input.default === undefined);

/** Undefined while something is missing. */
export const valuesOf = (performer: PerformerItem, prompt: string, options: InputValues | undefined) => {
  const key = keyOfRole(performer.input_schema, "prompt");
  if (key === undefined || options === undefined || prompt.trim() === "") return undefined;
  const values: InputValues = { ...options, [key]: prompt };
  return faultsOf(performer.input_schema, values, { isPartial: false }).length === 0 ? values : undefined;
};
