import { z } from "zod";

/** Stripe timestamps are in seconds. */
const seconds = z.int().nonnegative().max(4_102_444_800);
const minor = z.int().nonnegative().max(1e15);
const id = z.string().min(1).max(255);
const words = z.string().max(2_000);
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);
const currency = z
  .string()
  .regex(/^[a-zA-Z]{3}$/)
  .transform((code) => code.toUpperCase());
/** A reference is an id or, expanded, the whole object. */
const idOf = optional(z.union([id, z.object({ id }).transform((thing) => thing.id)]));
const wholeNumber = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);

/** Metadata that the seller sets on products in Stripe: what they are worth here. */
const metadata = optional(
  z.object({
    external_id: optional(words),
    order_no: optional(words),
    product_code: optional(words),
    product_name: optional(words),
    credits: optional(wholeNumber),
    credits_valid_days: optional(wholeNumber),
  }),
);

export const stripeEvent = z.object({
  id,
  type: z.string().min(1).max(128),
  created: seconds,
  data: z.object({ object: z.looseObject({ customer: idOf }) }),
});
export type StripeEvent = z.output<typeof stripeEvent>;

export const checkoutSession = z.object({
  id,
  mode: z.string(),
  payment_status: z.string(),
  created: seconds,
  customer: idOf,
  customer_email: optional(words),
  customer_details: optional(z.object({ email: optional(words) })),
  payment_intent: idOf,
  amount_total: optional(minor),
  currency: optional(currency),
  total_details: optional(z.object({ amount_tax: optional(minor) })),
  metadata,
});

const line = z.object({
  description: optional(words),
  metadata,
  period: optional(z.object({ start: seconds, end: seconds })),
  price: optional(z.object({ id: optional(id), lookup_key: optional(words), nickname: optional(words), metadata })),
  /** Newer Stripe API versions have the price here, by its id only. */
  pricing: optional(z.object({ price_details: optional(z.object({ price: idOf })) })),
});

export const invoice = z.object({
  id,
  created: seconds,
  customer: idOf,
  customer_email: optional(words),
  payment_intent: idOf,
  payments: optional(
    z.object({ data: z.array(z.object({ payment: optional(z.object({ payment_intent: idOf, charge: idOf })) })) }),
  ),
  total: minor,
  /** One amount in older Stripe API versions, a list in newer ones. */
  tax: optional(minor),
  total_taxes: optional(z.array(z.object({ amount: minor })).max(100)),
  parent: optional(z.object({ subscription_details: optional(z.object({ metadata })) })),
  currency,
  metadata,
  status_transitions: optional(z.object({ paid_at: optional(seconds) })),
  lines: optional(z.object({ data: z.array(line).max(1_000) })),
});

export const charge = z.object({
  id,
  customer: idOf,
  payment_intent: idOf,
  invoice: idOf,
  amount_refunded: minor,
});

const item = z.object({
  quantity: optional(z.int().nonnegative().max(1e6)),
  current_period_start: optional(seconds),
  current_period_end: optional(seconds),
  price: z.object({
    id,
    lookup_key: optional(words),
    nickname: optional(words),
    unit_amount: optional(minor),
    currency,
    recurring: optional(z.object({ interval: z.enum(["day", "week", "month", "year"]) })),
    metadata,
  }),
});

export const subscription = z.object({
  id,
  customer: idOf,
  status: z.string(),
  start_date: seconds,
  current_period_start: optional(seconds),
  current_period_end: optional(seconds),
  cancel_at: optional(seconds),
  cancel_at_period_end: optional(z.boolean()),
  canceled_at: optional(seconds),
  cancellation_details: optional(z.object({ comment: optional(words), reason: optional(words) })),
  items: z.object({ data: z.array(item).min(1).max(100) }),
  metadata,
});
