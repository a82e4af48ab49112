import { z } from "zod";
import { createOutgoing, type Outgoing } from "../http-client/outgoing.ts";
import { OutgoingError } from "../http-client/outgoing-error.ts";

export interface StripeOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  /** Whether the base URL may lead to a private address. */
  readonly isTrusted: boolean;
}

const seconds = z.number().nullish();
const subscription = z.object({
  id: z.string(),
  status: z.string(),
  cancel_at_period_end: z.boolean().nullish(),
  cancel_at: seconds,
  items: z.object({ data: z.array(z.object({ current_period_end: seconds })) }).nullish(),
});
export type StripeSubscription = z.output<typeof subscription>;

const failure = z.object({
  error: z.object({ type: z.string().optional(), code: z.string().nullish() }),
});

/**
 * `no_answer`: the outcome is unknown and must be asked for. `detail` holds Stripe's error code and request id, never its
 * message: the message about a wrong key contains a part of that key.
 */
export type StripeAnswer =
  | { readonly kind: "found"; readonly subscription: StripeSubscription }
  | { readonly kind: "no_answer"; readonly detail: string; readonly isStored: boolean }
  | { readonly kind: "key_refused" | "not_found" | "invalid"; readonly detail: string };

/** Answers have this version's shape, whatever version the account defaults to. */
const API_VERSION = "2026-10-28.endive";
const ANSWER_MS = 30_000;
const MAX_BYTES = 1024 ** 2;
/** Another request holds the lock or the idempotency key, or there were too many. */
const BUSY: ReadonlySet<number> = new Set([409, 429]);

interface StripeRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly subscriptionId: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
}

/** The calls of Stripe's API that end a subscription, without retries: the workflow repeats them with a backoff. */
export const createStripe = (outgoing: Outgoing, { apiKey, baseUrl }: Omit<StripeOptions, "isTrusted">) => {
  const call = async ({ method, subscriptionId, form, idempotencyKey }: StripeRequest): Promise<StripeAnswer> => {
    const url = new URL(`/v1/subscriptions/${encodeURIComponent(subscriptionId)}`, baseUrl);
    try {
      const { status, headers, bytes } = await outgoing.request(url.href, {
        method,
        signal: AbortSignal.timeout(ANSWER_MS),
        maxBytes: MAX_BYTES,
        headers: {
          authorization: `Bearer ${apiKey}`,
          "stripe-version": API_VERSION,
          ...(form && { "content-type": "application/x-www-form-urlencoded" }),
          ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
        },
        ...(form && { body: new URLSearchParams(form).toString() }),
      });
      return readAnswer(status, headers, parseJson(bytes));
    } catch (error) {
      const fault = lostAnswer(error);
      if (fault === undefined) throw error;
      return { kind: "no_answer", detail: fault, isStored: false };
    }
  };
  return {
    getSubscription: (subscriptionId: string) => call({ method: "GET", subscriptionId }),
    /** Ends it now. Stripe ignores idempotency keys here; a second call answers `not_found`. */
    cancelNow: (subscriptionId: string) => call({ method: "DELETE", subscriptionId }),
    cancelAtPeriodEnd: (subscriptionId: string, idempotencyKey: string) =>
      call({ method: "POST", subscriptionId, idempotencyKey, form: { cancel_at_period_end: "true" } }),
  };
};

export type Stripe = ReturnType<typeof createStripe>;

/** Undefined unless the operator configured a key. No other origin is ever called, also not by a redirect. */
export const openStripe = (
  options: StripeOptions | undefined,
): { readonly stripe: Stripe | undefined; readonly close: () => void } => {
  if (!options) return { stripe: undefined, close: () => undefined };
  const trustedOrigins = options.isTrusted ? [new URL(options.baseUrl).origin] : [];
  const outgoing = createOutgoing({ trustedOrigins, maxRedirects: 0 });
  return { stripe: createStripe(outgoing, options), close: outgoing.close };
};

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const readAnswer = (status: number, headers: Headers, body: unknown): StripeAnswer => {
  const detail = detailOf(status, headers, body);
  if (status >= 200 && status < 300) {
    const read = subscription.safeParse(body);
    return read.success
      ? { kind: "found", subscription: read.data }
      : { kind: "no_answer", detail: `${detail}: not a subscription`, isStored: false };
  }
  const shouldRetry = headers["stripe-should-retry"];
  if (shouldRetry === "true") return { kind: "no_answer", detail, isStored: status >= 500 };
  if (status === 401 || status === 403) return { kind: "key_refused", detail };
  if (status === 404) return { kind: "not_found", detail };
  const isPassing = shouldRetry !== "false" && (BUSY.has(status) || status >= 500 || status < 400);
  return isPassing ? { kind: "no_answer", detail, isStored: status >= 500 } : { kind: "invalid", detail };
};

const SAFE_TEXT = /^[\w-]{1,64}$/;
const safe = (value: unknown): string | undefined =>
  typeof value === "string" && SAFE_TEXT.test(value) ? value : undefined;

const detailOf = (status: number, headers: Headers, body: unknown): string => {
  const read = failure.safeParse(body);
  const code = read.success ? (safe(read.data.error.code) ?? safe(read.data.error.type)) : undefined;
  const requestId = safe(headers["request-id"]);
  return [`HTTP ${status}`, code, requestId].filter((part) => part !== undefined).join(", ");
};

const lostAnswer = (error: unknown): string | undefined => {
  if (error instanceof OutgoingError) return error.fault;
  return error instanceof Error && error.name === "TimeoutError" ? "timeout" : undefined;
};

const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
};
