import { DomainError } from "../../../errors.ts";
import { ProviderError } from "../../performers/index.ts";
import { withLogLine } from "../jobs/job.rules.ts";
import type { Claim } from "../jobs/job.store.ts";
import { cancelAtProvider } from "./cancel-at-provider.ts";
import { type End, endJob, releaseJob } from "./end-job.ts";
import { again, DONE, type PerformDeps, type PollResult, type StepContext } from "./perform-deps.ts";
import { countFailure } from "./poll.store.ts";
import { MAX_FAILURES, nextRetryMs } from "./retry-policy.rules.ts";

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly mayPass: boolean;
  /** Whether a later attempt can succeed. */
  readonly isRetryable: boolean;
  readonly retryAfterMs?: number | undefined;
}

/** Outages of our own engines do not count as failures of the job, however long they last. */
const OURS: ReadonlySet<string> = new Set(["unavailable", "upstream_failed", "throttled"]);

/** Decides what a provider error means: retry later when it may pass, end the job otherwise. */
export const handleProviderError = async (
  deps: PerformDeps,
  claim: Claim,
  error: unknown,
  step: StepContext,
): Promise<PollResult> => {
  if (error instanceof DomainError && OURS.has(error.code)) throw error;
  const fault = toFault(deps, claim, error);
  const { job, isLate } = claim;
  const isInFlight = job.externalId !== null;
  const allowed = isInFlight ? MAX_FAILURES.result : MAX_FAILURES.submit;
  if (fault.mayPass && job.failures + 1 < allowed && !isLate) return tryLater(deps, claim, fault);
  const mustCancel = isInFlight && fault.code !== "unknown_call";
  const { code, message, isRetryable } = fault;
  const end: End = { status: isLate ? "Expired" : "Failed", mustCancel, error: { code, message, isRetryable } };
  if (!(await endJob(deps, job, end))) return releaseJob(deps, job);
  return mustCancel ? cancelAtProvider(deps, claim, step) : DONE;
};

const toFault = ({ log }: PerformDeps, { job }: Claim, error: unknown): Fault => {
  if (error instanceof ProviderError) {
    const { fault: code, message, isRetryable, retryAfterMs } = error;
    // A provider that lost one job may still accept another.
    return { code, message, mayPass: isRetryable, isRetryable: isRetryable || code === "unknown_call", retryAfterMs };
  }
  if (error instanceof DomainError) {
    return { code: "performer_unusable", message: error.message, mayPass: false, isRetryable: true };
  }
  log.error({ err: error, jobId: job.id }, "call failed with an internal error");
  return {
    code: "internal_fault",
    message: "internal error; see the server log",
    mayPass: true,
    isRetryable: true,
  };
};

const tryLater = async (deps: PerformDeps, { job }: Claim, fault: Fault): Promise<PollResult> => {
  const { code, message, retryAfterMs } = fault;
  const nextPollInMs = nextRetryMs({ failures: job.failures, retryAfterMs, random: Math.random() });
  const words = `${code}: ${message}; tried again in ${Math.ceil(nextPollInMs / 1_000)} s`;
  await countFailure(deps.db, { jobId: job.id, nextPollInMs, log: withLogLine(job.log, deps.clock(), words) });
  return again(nextPollInMs);
};
