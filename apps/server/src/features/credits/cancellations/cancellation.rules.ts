import { type PROVIDER_PROBLEMS, providerName } from "@dailies/contract";
import type { StripeSubscription } from "../../../platform/stripe/stripe.ts";

export const STRIPE_PROVIDER = "stripe";

export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number];
export type CancellationMode = "period_end" | "now";

const ENDED: ReadonlySet<string> = new Set(["canceled", "incomplete_expired"]);

/** By `status`, never by `canceled_at`: that is set as soon as the end is scheduled. */
export const isCancelledAtStripe = (
  { status, cancel_at_period_end, cancel_at, items }: StripeSubscription,
  mode: CancellationMode,
): boolean => {
  if (ENDED.has(status)) return true;
  if (mode === "now") return false;
  const periodEnds = (items?.data ?? []).map((item) => item.current_period_end ?? 0);
  const endsWithPeriod = typeof cancel_at === "number" && cancel_at <= Math.max(0, ...periodEnds);
  return cancel_at_period_end === true || endsWithPeriod;
};

/** Why the console cannot tell the provider at all. */
export const obstacleOf = (
  { provider, provider_ref }: { readonly provider: string; readonly provider_ref: string | null },
  isStripeConfigured: boolean,
): ProviderProblem | undefined => {
  if (provider !== STRIPE_PROVIDER) return "not_connected";
  if (!isStripeConfigured) return "not_configured";
  return provider_ref === null ? "no_reference" : undefined;
};

const REASONS: Readonly<Record<ProviderProblem, (name: string) => string>> = {
  not_connected: (name) => `The console has no connection to ${name}.`,
  not_configured: (name) => `No API key of ${name} is configured.`,
  no_reference: (name) => `The subscription has no reference at ${name}.`,
  no_answer: (name) => `${name} did not answer.`,
  key_refused: (name) => `${name} refused the API key.`,
  unknown_subscription: (name) =>
    `${name} does not know the subscription: the key may belong to another account or mode.`,
  refused: (name) => `${name} refused the cancellation.`,
};

/** What the history says when the provider was not told, or refused. */
export const explainProblem = (problem: ProviderProblem, provider: string, detail = ""): string => {
  const name = providerName(provider);
  const facts = detail === "" ? "" : ` (${detail})`;
  return `${REASONS[problem](name)}${facts} The subscription was not cancelled at ${name}: cancel it there by hand.`;
};
