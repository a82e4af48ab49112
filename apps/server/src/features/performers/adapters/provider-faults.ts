import type { IncomingHttpHeaders } from "node:http";
import { ProviderError, type ProviderFault, type ProviderState } from "../requests/adapter.ts";
import { at, textAt } from "./read-answer.ts";

const MAX_WORDS = 400;
const MAX_CODE = 64;
const MAX_RETRY_AFTER_S = 600;

/** Terms that providers use for content refusals, which no retry changes. */
const REFUSAL =
  /content[ _-]?(?:policy|filter|moderation|refus|violation)|moderation|safety|nsfw|sensitive|not[ _]allowed[ _]content|refus(?:ed|al)|prohibited|blocked[ _]by/i;
const INVALID = /invalid|validation|unsupported|malformed|bad[ _]?request|missing[ _]?param|out[ _]of[ _]range/i;

export interface ProviderWords {
  readonly code: string;
  readonly message: string;
}

/** The error of a reply, from any of the usual fields. */
export const wordsOf = (body: unknown): ProviderWords => {
  if (typeof body === "string") return { code: "", message: body.slice(0, MAX_WORDS) };
  const error = at(body, "/error") ?? at(body, "/detail") ?? body;
  const first = Array.isArray(error) ? error[0] : error;
  if (typeof first === "string") return { code: textAt(body, "/code") ?? "", message: first.slice(0, MAX_WORDS) };
  const code = textAt(first, "/code") ?? textAt(first, "/type") ?? textAt(body, "/error_type") ?? "";
  const message = textAt(first, "/message") ?? textAt(first, "/msg") ?? textAt(body, "/message") ?? "";
  return { code: code.slice(0, MAX_CODE), message: message.slice(0, MAX_WORDS) };
};

const isRefusal = ({ code, message }: ProviderWords): boolean => REFUSAL.test(code) || REFUSAL.test(message);

/** The error of a failed job. Refusals and bad requests are permanent; everything else may be transient. */
export const failureOf = (words: ProviderWords): NonNullable<ProviderState["error"]> => {
  const message = words.message || words.code || "the provider gave no reason";
  if (isRefusal(words)) return { code: "refused", message, isRetryable: false };
  return { code: words.code || "failed", message, isRetryable: !INVALID.test(words.code) };
};

const faultOfStatus = (status: number, words: ProviderWords): ProviderFault => {
  if (status === 429) return "throttled";
  if (status === 408 || status === 504) return "timeout";
  if (status >= 500) return "unavailable";
  if (status === 451 || isRefusal(words)) return "refused";
  if (status === 401 || status === 402 || status === 403) return "unauthorised";
  if (status === 404 || status === 410) return "unknown_call";
  return "invalid";
};

const WORDS: Readonly<Partial<Record<ProviderFault, string>>> = {
  throttled: "the provider asks to wait",
  timeout: "the provider did not answer in time",
  unavailable: "the provider is not available",
  refused: "the provider refused this request",
  unauthorised: "the provider does not take our secret",
  unknown_call: "the provider does not know this",
  invalid: "the provider does not take this request",
};

export const faultOfAnswer = (status: number, headers: IncomingHttpHeaders, body: unknown): ProviderError => {
  const words = wordsOf(body);
  const fault = faultOfStatus(status, words);
  const said = words.message || words.code;
  const message = `${WORDS[fault] ?? ""} (${status})${said ? `: ${said}` : ""}`;
  const retryAfterMs = readRetryAfter(headers["retry-after"]);
  return new ProviderError(fault, message, retryAfterMs === undefined ? {} : { retryAfterMs });
};

/** Seconds or a date, capped at ten minutes because we poll again anyway. */
const readRetryAfter = (value: string | undefined): number | undefined => {
  if (value === undefined) return undefined;
  const seconds = /^\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  if (!Number.isFinite(seconds)) return undefined;
  return Math.round(Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_S) * 1000);
};
