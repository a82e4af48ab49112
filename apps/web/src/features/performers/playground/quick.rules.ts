import type { InputValues, PerformerInput, PerformerItem } from "@dailies/contract";
import { isUsable } from "../../../shared/performer-picker/health.ts";
import { faultsOf } from "../../../shared/schema-form/schema-values.ts";
import { keyOfRole } from "./carry-values.ts";

/** A usable model that is shared with all internal users and takes a prompt. */
export const isForQuickUse = (performer: PerformerItem): boolean =>
  performer.shared_with_internal &&
  performer.kind === "model" &&
  isUsable(performer) &&
  keyOfRole(performer.input_schema, "prompt") !== undefined;

/** The inputs under "Options": everything except the prompt, which has its own field, and the seed. */
export const optionsOf = (performer: PerformerItem): PerformerInput[] =>
  performer.input_schema.filter(({ role }) => role !== "prompt" && role !== "seed");

/** Required options must not be collapsed. */
export const needsOptions = (performer: PerformerItem): boolean =>
  optionsOf(performer).some((input) => input.is_required && input.default === undefined);

/** Undefined while something is missing. */
export const valuesOf = (performer: PerformerItem, prompt: string, options: InputValues | undefined) => {
  const key = keyOfRole(performer.input_schema, "prompt");
  if (key === undefined || options === undefined || prompt.trim() === "") return undefined;
  const values: InputValues = { ...options, [key]: prompt };
  return faultsOf(performer.input_schema, values, { isPartial: false }).length === 0 ? values : undefined;
};
