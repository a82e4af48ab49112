import { FIELD_TEXT_MAX, inputSchema } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import type { AuditContext } from "../../request-context.ts";
import { createPerformer } from "./create-performer.ts";
import type { PerformerRegistration } from "./performer-registration.rules.ts";
import type { RegistryDeps } from "./performers-deps.ts";

type DemoPerformer = PerformerRegistration & { readonly secret?: string };

const PROMPT = {
  key: "prompt",
  label: "Prompt",
  role: "prompt",
  is_required: true,
  spec: { type: "text", is_multiline: true, max_length: 4_000 },
} as const;
const SEED = {
  key: "seed",
  label: "Seed",
  role: "seed",
  help: "The same seed gives the same clip.",
  spec: { type: "number", min: 0, max: 2_147_483_647, is_integer: true },
} as const;

const referencePerformer = (endpoint: string, secret: string | undefined): DemoPerformer => ({
  name: "Reference performer",
  kind: "model",
  adapter: "videos",
  endpoint,
  model: "reference",
  version: "1",
  adapterConfig: { webhook: secret === undefined ? "none" : "standard" },
  inputSchema: inputSchema.parse([
    PROMPT,
    {
      key: "negative_prompt",
      label: "Negative prompt",
      role: "negative_prompt",
      help: "Taken and ignored: there is no model behind it.",
      spec: { type: "text", is_multiline: true },
    },
    {
      key: "seconds",
      label: "Length",
      role: "seconds",
      default: 4,
      spec: { type: "number", min: 0.5, max: 60, unit: "s" },
    },
    {
      key: "size",
      label: "Size",
      role: "size",
      default: "640x360",
      spec: { type: "text", options: ["320x180", "640x360", "854x480", "1280x720", "720x1280", "1920x1080"] },
    },
    {
      key: "fps",
      label: "Frame rate",
      role: "fps",
      default: 24,
      spec: { type: "number", min: 1, max: 60, is_integer: true },
    },
    SEED,
  ]),
  capabilities: ["t2v", "seed", "cancel", "webhook"],
  limits: { concurrency: 8, rpm: null, timeoutS: 600 },
  pricing: { unit: "second", unit_price_micros: 20_000, currency: "USD", checked_at: null },
  isEnabled: true,
  isShared: true,
  ...(secret !== undefined && { secret }),
});

/** Scores clips by plain arithmetic and says so; shows how a judge is integrated that also answers in words. */
const referenceJudge = (endpoint: string, secret: string | undefined): DemoPerformer => ({
  name: "Reference judge",
  kind: "judge",
  adapter: "http",
  endpoint,
  model: "reference-judge",
  version: "1",
  adapterConfig: {
    submit_path: "/v1/scores",
    poll_path: "/v1/scores/{id}",
    test_path: "/v1/models",
    succeeded: ["completed"],
    score_at: "/score",
    answer_at: "/answer",
  },
  inputSchema: inputSchema.parse([
    {
      ...PROMPT,
      is_required: false,
      help: "Read for the names of text fields only: there is no model behind it.",
      spec: { type: "text", is_multiline: true, max_length: FIELD_TEXT_MAX },
    },
    { key: "video", label: "Clip", role: "video", is_required: true, spec: { type: "text" } },
  ]),
  capabilities: [],
  limits: { concurrency: 2, rpm: null, timeoutS: 120 },
  pricing: null,
  isEnabled: true,
  isShared: false,
  ...(secret !== undefined && { secret }),
});

/** The secret may hold a webhook signing secret next to the token, which never goes into a header. */
const tokenIn = (secret: string | undefined): string | undefined =>
  secret?.split(" ").find((part) => !part.startsWith("whsec_"));

/** An example of a hosted model. It needs a key, so it is disabled and its name says so. */
const falExample: DemoPerformer = {
  name: "fal example (needs a key)",
  kind: "model",
  adapter: "fal",
  endpoint: "https://queue.fal.run",
  model: "fal-ai/ltx-video",
  version: "",
  adapterConfig: {},
  inputSchema: inputSchema.parse([PROMPT, SEED]),
  capabilities: ["t2v", "seed", "cancel", "webhook"],
  limits: { concurrency: 2, rpm: 60, timeoutS: 1_800 },
  pricing: null,
  isEnabled: false,
  isShared: false,
};

/** Registers the demo performers; existing ones stay unchanged. Returns how many were new. */
export const provisionDemoPerformers = async (
  deps: Omit<RegistryDeps, "clock">,
  context: AuditContext,
  reference: { readonly url: string | undefined; readonly secret: string | undefined },
): Promise<number> => {
  const { url, secret } = reference;
  const wanted = url === undefined ? [] : [referencePerformer(url, secret), referenceJudge(url, tokenIn(secret))];
  let created = 0;
  for (const performer of [...wanted, falExample]) {
    try {
      await createPerformer(deps, context, performer);
      created += 1;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "conflict") throw error;
    }
  }
  return created;
};
