import { createPerformerBody, type PerformerItem } from "@dailies/contract";
import type { z } from "zod";
import type { PerformerRegistration } from "./presets.ts";

/** The adapter is chosen before the form opens, and enabling is a separate action. */
export const performerFormSchema = createPerformerBody.omit({ adapter: true, is_enabled: true });
export type PerformerFields = z.output<typeof performerFormSchema>;

/** The request body that would leave a performer unchanged. */
export const registrationOf = (performer: PerformerItem): PerformerRegistration => ({
  name: performer.name,
  kind: performer.kind,
  adapter: performer.adapter,
  endpoint: performer.endpoint,
  model: performer.model,
  version: performer.version,
  adapter_config: performer.adapter_config,
  input_schema: performer.input_schema,
  capabilities: performer.capabilities,
  limits: performer.limits,
  pricing: performer.pricing,
  is_enabled: performer.is_enabled,
  shared_with_internal: performer.shared_with_internal,
});

const originOf = (address: unknown): string | undefined =>
  typeof address === "string" && URL.canParse(address) ? new URL(address).origin : undefined;

/** A secret is bound to the origin it was saved with and must not be sent to another. */
export const losesSecret = (
  performer: Pick<PerformerItem, "endpoint" | "is_secret_set"> | undefined,
  endpoint: unknown,
): boolean => performer?.is_secret_set === true && originOf(performer.endpoint) !== originOf(endpoint);
