import { DomainError } from "../../../errors.ts";
import { ProviderError } from "../../performers/index.ts";
import { withLogLine } from "../jobs/call.rules.ts";
import type { Taking } from "../jobs/call.store.ts";
import { cancelAtProvider } from "./cancel-at-provider.ts";
import { type End, endCall, giveBack } from "./end-call.ts";
import { countFailure } from "./look.store.ts";
import { again, DONE, type Hand, type Look, type PerformDeps } from "./perform-deps.ts";
import { MAX_FAILURES, nextRetryMs } from "./retry-policy.rules.ts";

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly mayPass: boolean;
  /** Whether another attempt, later, has a chance. */
  readonly isRetryable: boolean;
  readonly retryAfterMs?: number | undefined;
}

/** Our own engines are away: that is nobody's failure, and lasts as long as it lasts. */
const OURS: ReadonlySet<string> = new Set(["unavailable", "upstream_failed", "throttled"]);

/** Decides what a provider error means: retry later when it may pass, end the job otherwise. */
export const handleProviderError = async (
  deps: PerformDeps,
  taking: Taking,
  error: unknown,
  hand: Hand,
): Promise<Look> => {
  if (error instanceof DomainError && OURS.has(error.code)) throw error;
  const fault = toFault(deps, taking, error);
  const { call, isLate } = taking;
  const isInFlight = call.externalId !== null;
  const allowed = isInFlight ? MAX_FAILURES.look : MAX_FAILURES.submit;
  if (fault.mayPass && call.failures + 1 < allowed && !isLate) return tryLater(deps, taking, fault);
  const mustCancel = isInFlight && fault.code !== "unknown_call";
  const { code, message, isRetryable } = fault;
  const end: End = { status: isLate ? "Expired" : "Failed", mustCancel, error: { code, message, isRetryable } };
  if (!(await endCall(deps, call, end))) return giveBack(deps, call);
  return mustCancel ? cancelAtProvider(deps, taking, hand) : DONE;
};

const toFault = ({ log }: PerformDeps, { call }: Taking, error: unknown): Fault => {
  if (error instanceof ProviderError) {
    const { fault: code, message, isRetryable, retryAfterMs } = error;
    // A provider that forgot a call may remember another.
    return { code, message, mayPass: isRetryable, isRetryable: isRetryable || code === "unknown_call", retryAfterMs };
  }
  if (error instanceof DomainError) {
    return { code: "performer_unusable", message: error.message, mayPass: false, isRetryable: true };
  }
  log.error({ err: error, callId: call.id }, "call failed with an internal error");
  return {
    code: "internal_fault",
    message: "internal error; see the server log",
    mayPass: true,
    isRetryable: true,
  };
};

const tryLater = async (deps: PerformDeps, { call }: Taking, fault: Fault): Promise<Look> => {
  const { code, message, retryAfterMs } = fault;
  const nextLookInMs = nextRetryMs({ failures: call.failures, retryAfterMs, random: Math.random() });
  const words = `${code}: ${message}; tried again in ${Math.ceil(nextLookInMs / 1_000)} s`;
  await countFailure(deps.db, { callId: call.id, nextLookInMs, log: withLogLine(call.log, deps.clock(), words) });
  return again(nextLookInMs);
};
