import type { Readable } from "node:stream";
import type { InputRole, InputValues, PerformerTaskStatus } from "@dailies/contract";

/** A job as an adapter sees it: values by the performer's own keys, and the roles of some of them. */
export interface AdapterCall {
  readonly input: InputValues;
  readonly roles: ReadonlyMap<InputRole, string>;
  readonly seed?: number;
}

export interface SubmitOptions {
  /** Stable for every submission of this job, so that a provider that supports it makes one clip. */
  readonly idempotencyKey: string;
  readonly webhookUrl?: string;
  readonly signal: AbortSignal;
}

/** The state of a job at the provider, mapped to ours and raw. */
export interface ProviderState {
  readonly status: Exclude<PerformerTaskStatus, "Pending">;
  readonly raw: string;
  /** False for a status unknown to this adapter: the job then counts as running. */
  readonly isKnown: boolean;
  readonly progress?: number;
  readonly queuePosition?: number;
  /** For Failed, Cancelled and Expired. */
  readonly error?: { readonly code: string; readonly message: string; readonly isRetryable: boolean };
}

export interface ProviderOutput {
  readonly open: (signal: AbortSignal) => Promise<{ stream: Readable; contentType: string | undefined }>;
}

export interface ProviderResult {
  readonly outputs: readonly ProviderOutput[];
  readonly seed?: number;
  /** Only if the provider reports its charge. */
  readonly cost?: { readonly amountMicros: number; readonly currency: string };
  readonly metrics?: Readonly<Record<string, number>>;
  /** Text or JSON, of a performer that answers in words. */
  readonly answer?: unknown;
}

export interface WebhookNews {
  /** Identifies repeated deliveries. */
  readonly deliveryId: string;
  readonly externalId: string;
}

/**
 * A provider's protocol. Every method throws a ProviderError for errors of the provider or the network; any other error is a
 * bug of ours.
 */
export interface PerformerAdapter {
  readonly submit: (call: AdapterCall, options: SubmitOptions) => Promise<{ externalId: string; state: ProviderState }>;
  readonly poll: (externalId: string, signal: AbortSignal) => Promise<ProviderState>;
  readonly fetch: (externalId: string, signal: AbortSignal) => Promise<ProviderResult>;
  /** `too_late`: it had ended. `impossible`: the provider, or this state of a job, cannot be cancelled. */
  readonly cancel: (externalId: string, signal: AbortSignal) => Promise<"cancelled" | "too_late" | "impossible">;
  /** Checks that it responds and accepts our secret, without generating anything. */
  readonly test: (signal: AbortSignal) => Promise<string>;
  /** Undefined when the signature is invalid. Adapters without webhooks lack this method. */
  readonly verifyWebhook?: (
    headers: Readonly<Record<string, string | undefined>>,
    body: Buffer,
    now: Date,
  ) => Promise<WebhookNews | undefined>;
  /** The request as a curl command, with $SECRET in place of the secret. */
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
