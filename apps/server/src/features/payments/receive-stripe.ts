import { DomainError } from "../../errors.ts";
import { handleNew, handleWaiting } from "./handle-event.ts";
import type { PaymentsDeps } from "./payments-deps.ts";
import { stripeEvent } from "./stripe-event.rules.ts";
import { STRIPE } from "./stripe-news.rules.ts";
import { isFromStripe } from "./stripe-signature.rules.ts";

/** PostgreSQL's JSON allows neither NUL nor lone surrogates. */
const storable = (payload: unknown): string =>
  JSON.stringify(payload, (_key, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\u0000", "").toWellFormed() : value,
  );

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch (cause) {
    throw new DomainError("malformed", "the event could not be read", { cause });
  }
};

/** Receives an event from Stripe and applies it once, whatever the number and order of deliveries. */
export const receiveStripe = async (
  { db, clock, stripeSecrets }: PaymentsDeps,
  { signature, body }: { signature: string | undefined; body: Buffer },
): Promise<void> => {
  if (stripeSecrets.length === 0) throw new DomainError("unavailable", "Stripe webhooks are not configured");
  const now = clock();
  if (!isFromStripe(signature, body, stripeSecrets, now)) {
    throw new DomainError("not_allowed", "the signature of this message is not valid");
  }
  const payload = storable(parse(body));
  const result = stripeEvent.safeParse(JSON.parse(payload));
  if (!result.success) throw new DomainError("malformed", "this is not a Stripe event");
  const { id, type, created, data } = result.data;
  const { customer = textOf(data.object.payment_intent) } = data.object;
  const occurredAt = new Date(created * 1000);
  await handleNew(db, { provider: STRIPE, eventId: id, type, occurredAt, receivedAt: now, customer, payload });
  if (customer !== undefined) await handleWaiting(db, STRIPE, customer, now);
};

/** A guest checkout has no customer; the payment intent identifies it instead. */
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.length > 0 && value.length <= 255 ? value : undefined;
