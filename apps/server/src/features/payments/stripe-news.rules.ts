import { createHash } from "node:crypto";
import type { z } from "zod";
import type { PlanNews } from "./plans/tell-plan.ts";
import type { checkoutSession, invoice, StripeEvent, subscription } from "./stripe-event.rules.ts";
import type { OrderNews } from "./tell-order.ts";

export const STRIPE = "stripe";
const DAY_MS = 86_400_000;
const dateOf = (seconds: number): Date => new Date(seconds * 1000);
const short = (text: string | undefined, max: number): string => [...(text ?? "")].slice(0, max).join("");

/** Two events of the same second are ordered by id, whatever order they arrive in. */
const toldBy = (event: StripeEvent) => ({ toldAt: dateOf(event.created), toldId: event.id });

type Metadata = NonNullable<z.output<typeof invoice>["metadata"]>;

/** Later parts, which are closer to the sale, win; undefined values overwrite nothing. */
const merged = (...parts: readonly (Metadata | undefined)[]): Partial<Metadata> =>
  Object.fromEntries(
    parts.flatMap((part) => Object.entries(part ?? {}).filter(([, value]) => value !== undefined)),
  ) as Partial<Metadata>;

const expiry = (from: Date, days: number | undefined): Date | undefined =>
  days === undefined ? undefined : new Date(from.getTime() + days * DAY_MS);

/** A credit pack bought by Stripe Checkout. */
export const orderOfSession = (event: StripeEvent, session: z.output<typeof checkoutSession>): OrderNews => {
  const { metadata } = session;
  const isPaid = session.payment_status === "paid" || session.payment_status === "no_payment_required";
  const paidAt = dateOf(event.created);
  return {
    orderNo: short(metadata?.order_no ?? session.id, 128),
    product: {
      type: "credit_pack",
      code: short(metadata?.product_code ?? "credit_pack", 64),
      name: short(metadata?.product_name ?? "Credits", 200),
    },
    credits: metadata?.credits ?? 0,
    creditsExpireAt: isPaid ? expiry(paidAt, metadata?.credits_valid_days) : undefined,
    amountMinor: session.amount_total ?? 0,
    currency: session.currency ?? "USD",
    taxMinor: session.total_details?.amount_tax ?? 0,
    status: isPaid ? "paid" : "pending",
    provider: STRIPE,
    providerRef: session.payment_intent ?? session.id,
    orderedAt: dateOf(session.created),
    paidAt: isPaid ? paidAt : undefined,
    refundedMinor: 0,
    ...toldBy(event),
  };
};

type Invoice = z.output<typeof invoice>;

const productOf = (bill: Invoice, about: Partial<Metadata>): OrderNews["product"] => {
  const [line] = bill.lines?.data ?? [];
  const price = line?.price?.lookup_key ?? line?.price?.id ?? line?.pricing?.price_details?.price;
  return {
    type: "plan",
    code: short(about.product_code ?? price ?? "plan", 64),
    name: short(about.product_name ?? line?.price?.nickname ?? line?.description ?? "Plan", 200),
  };
};

const aboutInvoice = ({ lines, parent, metadata }: Invoice): Partial<Metadata> => {
  const [line] = lines?.data ?? [];
  return merged(line?.price?.metadata, parent?.subscription_details?.metadata, line?.metadata, metadata);
};

/** The id by which a refund will refer to this payment. */
const paymentOf = ({ id, payment_intent, payments }: Invoice): string => {
  const paid = payments?.data[0]?.payment;
  return payment_intent ?? paid?.payment_intent ?? paid?.charge ?? id;
};

/** One period of a subscription, paid or not. */
export const orderOfInvoice = (event: StripeEvent, bill: Invoice, status: "paid" | "failed"): OrderNews => {
  const about = aboutInvoice(bill);
  const paidAt = dateOf(bill.status_transitions?.paid_at ?? event.created);
  const taxMinor = bill.tax ?? (bill.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return {
    // Subscription metadata is the same in every period, so only the invoice may name the order.
    orderNo: short(bill.metadata?.order_no ?? bill.id, 128),
    product: productOf(bill, about),
    credits: about.credits ?? 0,
    creditsExpireAt: expiry(paidAt, about.credits_valid_days),
    amountMinor: bill.total,
    currency: bill.currency,
    taxMinor,
    status,
    provider: STRIPE,
    providerRef: paymentOf(bill),
    orderedAt: dateOf(bill.created),
    paidAt: status === "paid" ? paidAt : undefined,
    refundedMinor: 0,
    ...toldBy(event),
  };
};

const PLAN_STATUS_OF: Readonly<Record<string, PlanNews["status"]>> = {
  trialing: "trialing",
  active: "active",
  past_due: "past_due",
  unpaid: "past_due",
  incomplete: "past_due",
  paused: "past_due",
  canceled: "cancelled",
  incomplete_expired: "expired",
};

/** A subscription with one of these never runs again. */
const ENDED_AT_STRIPE: ReadonlySet<string> = new Set(["canceled", "incomplete_expired"]);

/** Stripe ids are not UUIDs; ours is derived deterministically from theirs. */
export const planIdOf = (subscriptionId: string): string => {
  const hex = createHash("sha256").update(`${STRIPE}:${subscriptionId}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

type Subscription = z.output<typeof subscription>;
type Item = Subscription["items"]["data"][number];

const periodOf = (sub: Subscription, item: Item) => {
  const start = sub.current_period_start ?? item.current_period_start ?? sub.start_date;
  return { start, end: sub.current_period_end ?? item.current_period_end ?? start };
};

/** When it ends or has ended, as far as known. */
const cancelSecondsOf = (sub: Subscription, endS: number): number | undefined => {
  if (sub.cancel_at !== undefined) return sub.cancel_at;
  if (sub.cancel_at_period_end) return endS;
  return sub.status === "canceled" ? sub.canceled_at : undefined;
};

const statusOf = ({ status }: Subscription, isEnding: boolean): PlanNews["status"] => {
  const known = PLAN_STATUS_OF[status] ?? "past_due";
  return isEnding && (known === "active" || known === "trialing") ? "cancel_scheduled" : known;
};

export const planOfSubscription = (event: StripeEvent, sub: Subscription): PlanNews | undefined => {
  const [item] = sub.items.data;
  if (!item) return undefined;
  const { price } = item;
  const about = merged(price.metadata, sub.metadata);
  const { start, end } = periodOf(sub, item);
  const cancelS = cancelSecondsOf(sub, end);
  const { comment, reason } = sub.cancellation_details ?? {};
  return {
    id: planIdOf(sub.id),
    code: short(about.product_code ?? price.lookup_key ?? price.id, 64),
    name: short(about.product_name ?? price.nickname ?? "Plan", 200),
    interval: price.recurring?.interval ?? "month",
    priceMinor: (price.unit_amount ?? 0) * (item.quantity ?? 1),
    currency: price.currency,
    creditsPerPeriod: about.credits ?? 0,
    status: statusOf(sub, cancelS !== undefined),
    startedAt: dateOf(sub.start_date),
    periodStart: dateOf(start),
    periodEnd: dateOf(end),
    cancelAt: cancelS === undefined ? undefined : dateOf(cancelS),
    cancelReason: short(comment ?? reason, 500),
    provider: STRIPE,
    providerRef: sub.id,
    isFinal: ENDED_AT_STRIPE.has(sub.status),
    ...toldBy(event),
  };
};
