import { z } from "zod";
import { email, moment, nonNegativeInt, positiveInt, text, uuid } from "../kit.ts";
import { currency } from "../money.ts";

/** Credits are whole numbers, and few enough that JavaScript counts them exactly. */
export const MAX_CREDITS = 1_000_000_000_000;
const credits = nonNegativeInt;
const someCredits = positiveInt.max(MAX_CREDITS);

export const CREDIT_KINDS = ["grant", "reserve", "settle", "void", "expire", "adjust", "refund", "reverse"] as const;
export const GRANT_CATEGORIES = ["promo", "compensation", "paid", "migration"] as const;
export const ORDER_STATUSES = [
  "pending",
  "paid",
  "failed",
  "refunded",
  "partially_refunded",
  "cancelled",
  "expired",
] as const;
export const PLAN_STATUSES = ["trialing", "active", "past_due", "cancel_scheduled", "cancelled", "expired"] as const;
export const PLAN_INTERVALS = ["day", "week", "month", "year"] as const;
export const END_USER_STATUSES = ["active", "suspended", "deleted"] as const;

/** Made by whoever asks before the first try and kept until it is answered: one effect, however often it is sent. */
export const idempotencyKey = z
  .string()
  .min(8)
  .max(128)
  .regex(/^[A-Za-z0-9_.:-]+$/, "use letters, digits and _ . : -");

export const operationReason = text({ min: 5, max: 500, required: "say why" });

export const endUser = z.object({
  email: z.string(),
  name: z.string(),
  status: z.enum(END_USER_STATUSES),
  has_consented: z.boolean(),
  created_at: moment,
  seen_at: moment,
});
export type EndUser = z.infer<typeof endUser>;

export const creditAccount = z.object({
  available: credits,
  reserved: credits,
  lifetime_granted: credits,
  lifetime_consumed: credits,
  /** Of what is available, how much goes away within 30 days if nobody uses it. */
  expiring_30d: credits,
});
export type CreditAccount = z.infer<typeof creditAccount>;

/** One grant with its own remainder. */
export const creditLot = z.object({
  /** Its number in the account, which is that of the movement that made it. */
  lot: positiveInt,
  category: z.enum(GRANT_CATEGORIES),
  granted: credits,
  remaining: credits,
  reserved: credits,
  created_at: moment,
  expires_at: moment.nullable(),
  reason: z.string(),
  actor: z.string(),
});
export type CreditLot = z.infer<typeof creditLot>;

export const lotChange = z.object({ lot: positiveInt, amount: credits });

export const creditMovement = z.object({
  seq: positiveInt,
  at: moment,
  type: z.enum(CREDIT_KINDS),
  /** What it did to what the user can spend, and to what is held for running jobs. */
  amount: z.int(),
  reserved_change: z.int(),
  available_before: credits,
  available_after: credits,
  reserved_before: credits,
  reserved_after: credits,
  /** The hold, lot or movement it is about. */
  ref: positiveInt.nullable(),
  lots: z.array(lotChange),
  project_id: z.string().nullable(),
  task_id: z.string().nullable(),
  model: z.string().nullable(),
  duration_s: z.number().nullable(),
  resolution: z.string().nullable(),
  unit_price: z.number().nullable(),
  /** An order, a ticket, a job: whatever explains it outside. */
  reference: z.string().nullable(),
  reason: z.string(),
  actor: z.string(),
});
export type CreditMovement = z.infer<typeof creditMovement>;

export const ORDER_PRODUCT_TYPES = ["plan", "credit_pack"] as const;
export const orderProduct = z.object({ type: z.enum(ORDER_PRODUCT_TYPES), code: z.string(), name: z.string() });

export const orderItem = z.object({
  order_no: z.string(),
  product: orderProduct,
  credits,
  amount_minor: credits,
  currency,
  tax_minor: credits,
  status: z.enum(ORDER_STATUSES),
  provider: z.string(),
  provider_ref: z.string().nullable(),
  ordered_at: moment,
  paid_at: moment.nullable(),
  refunded_minor: credits,
  /** The lot it brought. */
  grant_id: positiveInt.nullable(),
});
export type OrderItem = z.infer<typeof orderItem>;

export const planItem = z.object({
  subscription_id: uuid,
  code: z.string(),
  name: z.string(),
  interval: z.enum(PLAN_INTERVALS),
  price_minor: credits,
  currency,
  credits_per_period: credits,
  status: z.enum(PLAN_STATUSES),
  started_at: moment,
  current_period_start: moment,
  current_period_end: moment,
  cancel_at: moment.nullable(),
  cancel_reason: z.string(),
  provider: z.string(),
  provider_ref: z.string().nullable(),
});
export type PlanItem = z.infer<typeof planItem>;

export const grantBody = z.strictObject({
  user_email: email,
  amount: someCredits,
  category: z.enum(GRANT_CATEGORIES),
  reason: operationReason,
  ticket_url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
  expires_at: moment.optional(),
  idempotency_key: idempotencyKey,
  /** The address typed again, needed above the first limit. */
  typed_email: text({ max: 254 }).optional(),
});

export const GRANT_REQUEST_STATUSES = ["pending", "approved", "rejected"] as const;

export const grantRequest = z.object({
  id: uuid,
  user_email: z.string(),
  amount: someCredits,
  category: z.enum(GRANT_CATEGORIES),
  reason: z.string(),
  ticket_url: z.string().nullable(),
  expires_at: moment.nullable(),
  status: z.enum(GRANT_REQUEST_STATUSES),
  requested_by: z.string(),
  requested_at: moment,
  decided_by: z.string().nullable(),
  decided_at: moment.nullable(),
  decided_reason: z.string(),
});
export type GrantRequest = z.infer<typeof grantRequest>;

/** Either the credits are there, or they wait for a second person. */
export const grantReply = z.object({
  grant: creditLot.nullable(),
  account: creditAccount,
  operation_id: positiveInt,
  /** Set when the amount needs a second person. */
  request: grantRequest.nullable(),
});

/** Where a grant begins to need more than one click. */
export const grantLimits = z.object({ type_email_above: credits, second_person_above: credits });
