import type { z } from "zod";
import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import { findPayer } from "./find-payer.ts";
import { findPlanIdByRef } from "./plans/plan.store.ts";
import { tellPlan } from "./plans/tell-plan.ts";
import { refundOrder } from "./refund-order.ts";
import type { MovementSource } from "./settle-order-credits.ts";
import { charge, checkoutSession, invoice, type StripeEvent, subscription } from "./stripe-event.rules.ts";
import { orderOfInvoice, orderOfSession, planOfSubscription, STRIPE } from "./stripe-news.rules.ts";
import { tellOrder } from "./tell-order.ts";

const ACTOR = "payments:stripe";

/** Stripe's signature proves the payment, so no ceiling applies. */
const sourceOf = ({ id }: StripeEvent, at: Date): MovementSource => ({
  actor: ACTOR,
  isFromProvider: true,
  creator: `provider:${STRIPE}`,
  dailyCredits: null,
  audit: { userName: ACTOR, requestId: id, at },
});

/** Parses the part we use. The error names the faulty field but not its value. */
const read = <T extends z.ZodType>(schema: T, event: StripeEvent): z.output<T> => {
  const result = schema.safeParse(event.data.object);
  if (result.success) return result.data;
  const places = result.error.issues.slice(0, 5).map(({ path }) => path.join("."));
  throw new DomainError("invalid", `this event has another shape than expected: ${places.join(", ").slice(0, 500)}`);
};

const applySession = async (tx: Tx, event: StripeEvent, at: Date): Promise<void> => {
  const session = read(checkoutSession, event);
  const email = session.customer_details?.email ?? session.customer_email;
  const externalId = session.metadata?.external_id;
  const user = await findPayer(tx, STRIPE, { customer: session.customer, email, externalId });
  // The cost of a subscription comes with its invoices.
  if (session.mode === "payment") await tellOrder(tx, user, orderOfSession(event, session), sourceOf(event, at));
};

const applyInvoice = async (tx: Tx, event: StripeEvent, at: Date, status: "paid" | "failed"): Promise<void> => {
  const bill = read(invoice, event);
  const externalId = bill.metadata?.external_id;
  const user = await findPayer(tx, STRIPE, { customer: bill.customer, email: bill.customer_email, externalId });
  await tellOrder(tx, user, orderOfInvoice(event, bill, status), sourceOf(event, at));
};

const applyRefund = async (tx: Tx, event: StripeEvent, at: Date): Promise<void> => {
  const refunded = read(charge, event);
  const refs = [refunded.payment_intent, refunded.invoice, refunded.id].filter((ref) => ref !== undefined);
  await refundOrder(tx, { provider: STRIPE, refs, refundedMinor: refunded.amount_refunded }, sourceOf(event, at));
};

const applySubscription = async (tx: Tx, event: StripeEvent, at: Date): Promise<void> => {
  const sub = read(subscription, event);
  const user = await findPayer(tx, STRIPE, { customer: sub.customer, externalId: sub.metadata?.external_id });
  const news = planOfSubscription(event, sub);
  if (!news) return;
  const id = (await findPlanIdByRef(tx, STRIPE, sub.id)) ?? news.id;
  await tellPlan(tx, user, { ...news, id }, at);
};

type Apply = (tx: Tx, event: StripeEvent, at: Date) => Promise<void>;

const APPLY: ReadonlyMap<string, Apply> = new Map<string, Apply>([
  ["checkout.session.completed", applySession],
  ["invoice.paid", (tx, event, at) => applyInvoice(tx, event, at, "paid")],
  ["invoice.payment_failed", (tx, event, at) => applyInvoice(tx, event, at, "failed")],
  ["charge.refunded", applyRefund],
  ["customer.subscription.created", applySubscription],
  ["customer.subscription.updated", applySubscription],
  ["customer.subscription.deleted", applySubscription],
]);

/** Applies an event. Idempotent; an event that cannot be applied yet is refused with a reason. */
export const applyStripeEvent = async (tx: Tx, event: StripeEvent, at: Date): Promise<"applied" | "ignored"> => {
  const apply = APPLY.get(event.type);
  if (!apply) return "ignored";
  await apply(tx, event, at);
  return "applied";
};
