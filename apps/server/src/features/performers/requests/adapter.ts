import type { Readable } from "node:stream";
import type { InputRole, InputValues, PerformerTaskStatus } from "@dailies/contract";

/** One call as an adapter sees it: values by the performer's own keys, and what some of them mean. */
export interface AdapterCall {
  readonly input: InputValues;
  readonly roles: ReadonlyMap<InputRole, string>;
  readonly seed?: number;
}

export interface SubmitOptions {
  /** The same for every repetition of this call, so that a provider that honours it makes one clip. */
  readonly idempotencyKey: string;
  readonly webhookUrl?: string;
  readonly signal: AbortSignal;
}

/** How a call stands at the provider, in our words and in theirs. */
export interface ProviderState {
  readonly status: Exclude<PerformerTaskStatus, "Pending">;
  readonly raw: string;
  /** False for a status this adapter has never heard of: the call then counts as running. */
  readonly isKnown: boolean;
  readonly progress?: number;
  readonly queuePosition?: number;
  /** Of Failed, Cancelled and Expired. */
  readonly error?: { readonly code: string; readonly message: string; readonly isRetryable: boolean };
}

export interface ProviderOutput {
  readonly open: (signal: AbortSignal) => Promise<{ stream: Readable; contentType: string | undefined }>;
}

export interface ProviderResult {
  readonly outputs: readonly ProviderOutput[];
  readonly seed?: number;
  /** Only when the provider itself says what it charged. */
  readonly cost?: { readonly amountMicros: number; readonly currency: string };
  readonly metrics?: Readonly<Record<string, number>>;
}

export interface WebhookNews {
  /** Distinguishes deliveries, so that a repeated one is known. */
  readonly deliveryId: string;
  readonly externalId: string;
}

/**
 * One provider's way of speaking. Every method throws a ProviderError for whatever the provider or the way to it does;
 * anything else that escapes is a fault of ours.
 */
export interface PerformerAdapter {
  readonly submit: (call: AdapterCall, options: SubmitOptions) => Promise<{ externalId: string; state: ProviderState }>;
  readonly poll: (externalId: string, signal: AbortSignal) => Promise<ProviderState>;
  readonly fetch: (externalId: string, signal: AbortSignal) => Promise<ProviderResult>;
  /** `too_late`: it had ended. `impossible`: this provider, or this state of a call, knows no cancelling. */
  readonly cancel: (externalId: string, signal: AbortSignal) => Promise<"cancelled" | "too_late" | "impossible">;
  /** Whether it answers and takes our secret, without making anything. */
  readonly test: (signal: AbortSignal) => Promise<string>;
  /** Undefined when the signature does not hold. Adapters without webhooks have no such method. */
  readonly verifyWebhook?: (
    headers: Readonly<Record<string, string | undefined>>,
    body: Buffer,
    now: Date,
  ) => Promise<WebhookNews | undefined>;
  /** The call as a person would make it, with $SECRET where the secret stands. */
  readonly toCurl: (call: AdapterCall) => string;
}

export const PROVIDER_FAULTS = [
  "throttled",
  "unavailable",
  "timeout",
  "unauthorised",
  "refused",
  "invalid",
  "unknown_call",
  "bad_answer",
  "forbidden_address",
] as const;
export type ProviderFault = (typeof PROVIDER_FAULTS)[number];

const RETRYABLE: ReadonlySet<ProviderFault> = new Set(["throttled", "unavailable", "timeout", "bad_answer"]);

export class ProviderError extends Error {
  readonly fault: ProviderFault;
  readonly isRetryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(fault: ProviderFault, message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "ProviderError";
    this.fault = fault;
    this.isRetryable = RETRYABLE.has(fault);
    this.retryAfterMs = options.retryAfterMs;
  }
}
