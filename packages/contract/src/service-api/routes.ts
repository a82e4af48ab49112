import { z } from "zod";
import {
  AUDIT_STATUSES,
  CONTENT_FILE_KINDS,
  FAVORITE_TYPES,
  outsideId,
  PROJECT_TASK_STATUSES,
  VISIBILITIES,
} from "../content/routes.ts";
import {
  creditAccount,
  END_USER_STATUSES,
  idempotencyKey,
  MAX_CREDITS,
  ORDER_PRODUCT_TYPES,
  ORDER_STATUSES,
  PLAN_INTERVALS,
  PLAN_STATUSES,
} from "../credits/schemas.ts";
import { defineRoutes, email, moment, nonNegativeInt, positiveInt, text, uuid } from "../kit.ts";
import { currency } from "../money.ts";

const amount = positiveInt.max(MAX_CREDITS);
const minor = nonNegativeInt.max(1e15);
const number = z.number().nonnegative().max(1e9);

/** Context that explains a movement in the ledger. */
const job = {
  project_id: outsideId.optional(),
  task_id: outsideId.optional(),
  model: text({ max: 128 }).optional(),
  duration_s: number.optional(),
  resolution: text({ max: 32 }).optional(),
  unit_price: number.optional(),
  reference: text({ max: 200 }).optional(),
};

/** Requires the scope `backfill`, and is never in the future. */
const past = { occurred_at: moment.optional() };

const movement = {
  user_email: email,
  idempotency_key: idempotencyKey,
  ...past,
};

export const serviceVoidHoldBody = z.strictObject({ ...movement, hold: positiveInt, reference: job.reference });

export const movementReceipt = z.object({
  /** Number of the movement, which also identifies the hold or lot it created. */
  seq: positiveInt,
  at: moment,
  /** The idempotency key was already used with the same input; this is the stored reply. */
  is_replay: z.boolean(),
  account: creditAccount.pick({ available: true, reserved: true }),
});

/** A file that a backend uploaded under its own prefix of our storage. */
export const serviceFile = z.strictObject({
  kind: z.enum(CONTENT_FILE_KINDS),
  object_key: z
    .string()
    .max(500)
    .regex(/^product\/[A-Za-z0-9._/-]+$/, "a key must begin with product/")
    .refine((key) => !key.includes(".."), "a key must not contain .."),
  poster_key: z
    .string()
    .max(500)
    .regex(/^product\/[A-Za-z0-9._/-]+$/, "a key must begin with product/")
    .refine((key) => !key.includes(".."), "a key must not contain ..")
    .optional(),
  mime: z.string().regex(/^(video|image|audio)\/[a-z0-9.+-]{1,60}$/),
  width: positiveInt.max(32_768).optional(),
  height: positiveInt.max(32_768).optional(),
  duration_s: number.optional(),
});
export type ServiceFile = z.infer<typeof serviceFile>;

/** Events may arrive late or twice; `occurred_at` decides which one is newer. */
const news = { occurred_at: moment };
export const upsertReply = z.object({ ok: z.literal(true), is_newer: z.boolean() });

const credits = { service: "credits:write" } as const;
const content = { service: "content:write" } as const;
const orders = { service: "orders:write" } as const;

export const serviceApiRoutes = defineRoutes({
  upsertEndUser: {
    method: "POST",
    path: "/api_v1/service/user/upsert",
    access: { service: "users:write" },
    summary: "Create or update an end user",
    body: z.strictObject({
      email,
      external_id: text({ min: 1, max: 128 }).optional(),
      name: text({ max: 200 }).default(""),
      status: z.enum(END_USER_STATUSES).default("active"),
      has_consented: z.boolean().default(false),
      created_at: moment.optional(),
      ...news,
    }),
    reply: upsertReply,
    errors: ["conflict"],
  },
  getBalance: {
    method: "POST",
    path: "/api_v1/service/credits/balance",
    access: { service: "credits:read" },
    summary: "Get the balance of an end user",
    body: z.strictObject({ user_email: email }),
    reply: creditAccount,
    errors: ["not_found"],
  },
  reserveCredits: {
    method: "POST",
    path: "/api_v1/service/credits/reserve",
    access: credits,
    summary: "Hold credits for a job that starts",
    body: z.strictObject({ ...movement, amount, ...job }),
    reply: movementReceipt,
    errors: ["conflict", "not_found"],
  },
  settleCredits: {
    method: "POST",
    path: "/api_v1/service/credits/settle",
    access: credits,
    summary: "Settle a hold: charge what the job used and release the rest",
    body: z.strictObject({
      ...movement,
      hold: positiveInt,
      amount: nonNegativeInt.max(MAX_CREDITS),
      ...job,
    }),
    reply: movementReceipt,
    errors: ["conflict", "not_found"],
  },
  voidHold: {
    method: "POST",
    path: "/api_v1/service/credits/void",
    access: credits,
    summary: "Void a hold and release all of it, for a job that did not run",
    body: serviceVoidHoldBody,
    reply: movementReceipt,
    errors: ["conflict", "not_found"],
  },
  refundCredits: {
    method: "POST",
    path: "/api_v1/service/credits/refund",
    access: credits,
    summary: "Refund a settled charge, or a part of it",
    body: z.strictObject({ ...movement, settle: positiveInt, amount, reference: job.reference }),
    reply: movementReceipt,
    errors: ["conflict", "not_found"],
  },
  grantFromService: {
    method: "POST",
    path: "/api_v1/service/credits/grant",
    access: { service: "credits:grant" },
    summary: "Grant credits that the product promised, such as a welcome bonus, within the credential's daily ceiling",
    body: z.strictObject({
      ...movement,
      amount,
      category: z.enum(["promo", "compensation", "migration"]),
      expires_at: moment.optional(),
      reference: text({ min: 1, max: 200 }),
    }),
    reply: movementReceipt,
    errors: ["conflict", "not_found"],
  },
  upsertProject: {
    method: "POST",
    path: "/api_v1/service/project/upsert",
    access: content,
    summary: "Create or update a project",
    body: z.strictObject({
      id: outsideId,
      user_email: email,
      name: text({ max: 200 }),
      created_at: moment.optional(),
      ...news,
    }),
    reply: upsertReply,
    errors: ["conflict", "not_found"],
  },
  upsertProjectTask: {
    method: "POST",
    path: "/api_v1/service/task/upsert",
    access: content,
    summary: "Create or update a task of a project, with its inputs and outputs",
    body: z.strictObject({
      id: outsideId,
      project_id: outsideId,
      parent_task_id: outsideId.optional(),
      type: text({ min: 1, max: 64 }),
      status: z.enum(PROJECT_TASK_STATUSES),
      model: text({ max: 128 }),
      prompt: text({ max: 20_000 }),
      inputs: z.array(serviceFile).max(16).default([]),
      outputs: z.array(serviceFile).max(16).default([]),
      params: z
        .record(z.string().regex(/^[\w.-]{1,64}$/), z.union([z.string().max(2_000), z.number(), z.boolean(), z.null()]))
        .default({}),
      seed: nonNegativeInt.optional(),
      credits: nonNegativeInt.max(MAX_CREDITS).default(0),
      error: text({ max: 2_000 }).optional(),
      created_at: moment,
      started_at: moment.optional(),
      finished_at: moment.optional(),
      ...news,
    }),
    reply: upsertReply,
    errors: ["conflict", "not_found"],
  },
  upsertFavorite: {
    method: "POST",
    path: "/api_v1/service/favorite/upsert",
    access: content,
    summary: "Create, update or remove a favourite of an end user",
    body: z.strictObject({
      id: uuid,
      user_email: email,
      source: z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/),
      assets_type: z.enum(FAVORITE_TYPES),
      project_id: outsideId.optional(),
      task_id: outsideId.optional(),
      output_index: nonNegativeInt.max(15).optional(),
      visibility: z.enum(VISIBILITIES),
      audit_status: z.enum(AUDIT_STATUSES).optional(),
      favorited_at: moment,
      removed: z.boolean().default(false),
      ...news,
    }),
    reply: upsertReply,
    errors: ["conflict", "not_found"],
  },
  upsertOrder: {
    method: "POST",
    path: "/api_v1/service/order/upsert",
    access: orders,
    summary:
      "Create or update an order; once it is paid, the credits of its product in the price list are granted, once",
    body: z.strictObject({
      order_no: text({ min: 1, max: 128 }),
      user_email: email,
      product: z.strictObject({
        type: z.enum(ORDER_PRODUCT_TYPES),
        code: text({ min: 1, max: 64 }),
        name: text({ max: 200 }),
      }),
      /** What the service believes the order grants. The price list decides. */
      credits: nonNegativeInt.max(MAX_CREDITS),
      /** When the credits expire; omit for never. */
      credits_expire_at: moment.optional(),
      amount_minor: minor,
      currency,
      tax_minor: minor.default(0),
      status: z.enum(ORDER_STATUSES),
      provider: text({ min: 1, max: 32 }),
      provider_ref: text({ min: 1, max: 255 }).optional(),
      ordered_at: moment,
      paid_at: moment.optional(),
      refunded_minor: minor.default(0),
      ...news,
    }),
    reply: upsertReply,
    errors: ["conflict", "not_found"],
  },
  upsertPlan: {
    method: "POST",
    path: "/api_v1/service/plan/upsert",
    access: orders,
    summary: "Create or update a subscription; one that has ended stays ended",
    body: z.strictObject({
      subscription_id: uuid,
      user_email: email,
      code: text({ min: 1, max: 64 }),
      name: text({ max: 200 }),
      interval: z.enum(PLAN_INTERVALS),
      price_minor: minor,
      currency,
      credits_per_period: nonNegativeInt.max(MAX_CREDITS),
      status: z.enum(PLAN_STATUSES),
      started_at: moment,
      current_period_start: moment,
      current_period_end: moment,
      cancel_at: moment.optional(),
      cancel_reason: text({ max: 500 }).default(""),
      provider: text({ min: 1, max: 32 }),
      provider_ref: text({ min: 1, max: 255 }).optional(),
      ...news,
    }),
    reply: upsertReply,
    errors: ["conflict", "not_found"],
  },
});

export const paymentsRoutes = defineRoutes({
  receiveStripe: {
    method: "POST",
    path: "/api_v1/payments/stripe/webhook",
    access: "public",
    summary: "Receive a Stripe webhook, verified by its signature",
    rawBytes: { max: 1024 ** 2 },
    raw: { status: 200, contentType: "application/json" },
    errors: ["not_allowed"],
  },
});
