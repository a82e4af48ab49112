import { z } from "zod";
import { assetProbe, PICKABLE_KINDS, type PickableKind } from "../assets/schemas.ts";
import { checkKeys, FIELD_KEY, FIELD_KEY_FAULT, fieldSpec, fieldValue } from "../fields/field-types.ts";
import { moment, nonNegativeInt, text, uuid, versionNumber } from "../kit.ts";
import { currency, money, moneyMicros } from "../money.ts";

export const PERFORMER_KINDS = ["model", "processor", "judge"] as const;
export const ADAPTERS = ["videos", "fal", "replicate", "ark", "comfyui", "http"] as const;
export const CAPABILITIES = ["t2v", "i2v", "v2v", "seed", "audio", "cancel", "webhook"] as const;
export const PRICE_UNITS = ["call", "second", "megapixel_second"] as const;
/** Meaning of an input, independent of the performer's name for it. */
export const INPUT_ROLES = [
  "prompt",
  "negative_prompt",
  "seed",
  "seconds",
  "size",
  "fps",
  "image",
  "video",
  "audio",
] as const;
export const PERFORMER_TASK_STATUSES = [
  "Pending",
  "Queued",
  "Running",
  "Succeeded",
  "Failed",
  "Cancelled",
  "Expired",
] as const;
export const PERFORMER_TASK_SOURCES = ["playground", "benchmark", "processing"] as const;
export const COST_BASES = ["reported", "computed", "estimated"] as const;

export const MAX_INPUT_FIELDS = 60;
export const MAX_SEED = 2_147_483_647;
export const MAX_CONCURRENCY = 10_000;

export type Adapter = (typeof ADAPTERS)[number];
export type PerformerTaskStatus = (typeof PERFORMER_TASK_STATUSES)[number];
export type InputRole = (typeof INPUT_ROLES)[number];

/** Values of a performer's inputs by key. */
export const inputValues = z.preprocess(
  checkKeys,
  z
    .record(z.string().regex(FIELD_KEY), fieldValue)
    .refine((values) => Object.keys(values).length <= MAX_INPUT_FIELDS, `at most ${MAX_INPUT_FIELDS} inputs`)
    .meta({ maxProperties: MAX_INPUT_FIELDS }),
);
export type InputValues = z.output<typeof inputValues>;

export const performerField = z.strictObject({
  key: z.string().regex(FIELD_KEY, FIELD_KEY_FAULT),
  label: text({ min: 1, max: 80 }),
  help: text({ max: 300 }).optional(),
  spec: fieldSpec,
  is_required: z.boolean().default(false),
  default: fieldValue.optional(),
  role: z.enum(INPUT_ROLES).optional(),
});
export type PerformerInput = z.output<typeof performerField>;

/** The kind of asset an input takes; undefined for other inputs. A boolean `audio` requests sound instead. */
export const assetKindOf = ({ role, spec }: Pick<PerformerInput, "role" | "spec">): PickableKind | undefined =>
  spec.type === "text" ? PICKABLE_KINDS.find((kind) => kind === role) : undefined;

export const inputSchema = z
  .array(performerField)
  .max(MAX_INPUT_FIELDS)
  .superRefine((inputs, context) => {
    const seen = new Set<string>();
    for (const [index, { key, role }] of inputs.entries()) {
      for (const name of [`key ${key}`, ...(role ? [`role ${role}`] : [])]) {
        if (seen.has(name))
          context.addIssue({ code: "custom", path: [index], message: `the ${name} stands here twice` });
        seen.add(name);
      }
    }
  });

export const performerLimits = z.strictObject({
  /** Maximum number of jobs in flight. */
  concurrency: z.int().min(1).max(MAX_CONCURRENCY),
  /** Maximum number of jobs started per minute; null when only the concurrency is limited. */
  rpm: z.int().min(1).max(600_000).nullable(),
  /** A job that takes longer counts as lost. */
  timeout_s: z.int().min(5).max(86_400),
});

export const performerPricing = z.strictObject({
  unit: z.enum(PRICE_UNITS),
  unit_price_micros: moneyMicros,
  currency,
  checked_at: moment.nullable(),
});
export type PerformerPricing = z.output<typeof performerPricing>;

/** http or https only; the SSRF check of the target runs when it is called. */
export const performerEndpoint = z
  .url({ protocol: /^https?$/, error: "this is not a URL such as https://example.com" })
  .max(500)
  .refine((value) => !URL.canParse(value) || !(new URL(value).username || new URL(value).password), {
    message: "a URL must not contain credentials: enter them as the secret",
  });

const performerFields = {
  name: text({ min: 1, max: 120, required: "please enter a name" }),
  kind: z.enum(PERFORMER_KINDS).default("model"),
  adapter: z.enum(ADAPTERS),
  endpoint: performerEndpoint,
  model: text({ max: 200 }).default(""),
  version: text({ max: 200 }).default(""),
  /** Settings of this adapter kind beyond endpoint and model, validated by the adapter's own schema. */
  adapter_config: z.record(z.string().max(64), z.json()).default({}),
  input_schema: inputSchema,
  capabilities: z.array(z.enum(CAPABILITIES)).max(CAPABILITIES.length),
  limits: performerLimits,
  pricing: performerPricing.nullable(),
  is_enabled: z.boolean().default(true),
  shared_with_internal: z.boolean().default(false),
};

/** Write-only; bound to the origin of the endpoint it was saved with. */
const secret = text({ min: 1, max: 4_000 });

export const createPerformerBody = z.strictObject({
  ...performerFields,
  secret: secret.optional(),
  /** The inference service that it calls. */
  service_id: uuid.optional(),
});
export const updatePerformerBody = z.strictObject({
  ...performerFields,
  id: uuid,
  expected_revision: versionNumber,
  /** Omitted: kept, unless the endpoint moves to another origin. Null: removed. */
  secret: secret.nullable().optional(),
});

export const performerHealth = z.object({
  last_ok: moment.nullable(),
  last_error: z.string().nullable(),
  /** Median seconds from submission to result over the last day; null when nothing ran. */
  p50_s: z.number().nonnegative().nullable(),
  /** 0…1 of the jobs that ended in the last day; null when none did. */
  error_rate_24h: z.number().min(0).max(1).nullable(),
  /** For a busier performer, computed from its newest 20,000 jobs. */
  calls_24h: nonNegativeInt,
  in_flight: nonNegativeInt,
});

export const performerItem = z.object({
  id: uuid,
  name: z.string(),
  kind: z.enum(PERFORMER_KINDS),
  adapter: z.enum(ADAPTERS),
  /** Empty for users who may only use it. */
  endpoint: z.string(),
  model: z.string(),
  version: z.string(),
  adapter_config: z.record(z.string(), z.json()),
  input_schema: inputSchema,
  capabilities: z.array(z.enum(CAPABILITIES)),
  limits: performerLimits,
  pricing: performerPricing.nullable(),
  is_enabled: z.boolean(),
  shared_with_internal: z.boolean(),
  is_secret_set: z.boolean(),
  health: performerHealth,
  revision: versionNumber,
  created_at: moment,
  updated_at: moment,
  created_by: z.string(),
});
export type PerformerItem = z.output<typeof performerItem>;

/** Requested versus delivered properties that differ: a warning, not a failure. */
export const deliveryWarning = z.object({
  field: z.enum(["seconds", "size", "fps", "audio"]),
  asked: z.string(),
  got: z.string(),
});
export type DeliveryWarning = z.output<typeof deliveryWarning>;

export const taskError = z.object({ code: z.string(), message: z.string(), is_retryable: z.boolean() });

export const taskCost = money.extend({
  units: z.number().nonnegative().nullable(),
  unit_price_micros: moneyMicros.nullable(),
  basis: z.enum(COST_BASES),
});

/** A clip playable in the browser; its signed URLs are valid for at least ten minutes. */
export const playableClip = z.object({
  asset_id: uuid,
  media_url: z.string(),
  poster: z.string().nullable(),
  probe: assetProbe.nullable(),
});
export type PlayableClip = z.output<typeof playableClip>;

export const performerTaskItem = z.object({
  id: uuid,
  performer_id: uuid,
  performer_name: z.string(),
  performer_version: z.string(),
  source: z.enum(PERFORMER_TASK_SOURCES),
  /** The console task it was created for. */
  source_ref: z.string().nullable(),
  /** The prompt or the closest equivalent, for lists. */
  title: z.string(),
  status: z.enum(PERFORMER_TASK_STATUSES),
  raw_status: z.string().nullable(),
  /** 0…1 */
  progress: z.number().min(0).max(1).nullable(),
  queue_position: nonNegativeInt.nullable(),
  seed_requested: z.int().nullable(),
  seed_used: z.int().nullable(),
  is_reused: z.boolean(),
  outputs: z.array(playableClip),
  warnings: z.array(deliveryWarning),
  cost: taskCost.nullable(),
  /** Metrics reported by the performer, under its own names: inference seconds, peak memory. */
  metrics: z.record(z.string(), z.number()).optional(),
  error: taskError.nullable(),
  requested_by: z.string(),
  queued_at: moment,
  started_at: moment.nullable(),
  finished_at: moment.nullable(),
});
export type PerformerTaskItem = z.output<typeof performerTaskItem>;

export const taskLogLine = z.object({ at: moment, text: z.string() });

export const performerTaskDetail = performerTaskItem.extend({
  input: inputValues,
  resolved_input: inputValues,
  external_id: z.string().nullable(),
  retry_of: uuid.nullable(),
  request_hash: z.string(),
  output_sha256: z.string().nullable(),
  log: z.array(taskLogLine),
  /** The same request as a curl command, with a placeholder for the secret. */
  curl: z.string(),
});
export type PerformerTaskDetail = z.output<typeof performerTaskDetail>;
