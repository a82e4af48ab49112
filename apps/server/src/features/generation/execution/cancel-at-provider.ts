import { DomainError } from "../../../errors.ts";
import { ProviderError } from "../../performers/index.ts";
import { logLine } from "../jobs/job.rules.ts";
import { abandonEnded, type Job, postponeCancel, releaseEnded } from "../jobs/job.store.ts";
import { again, DONE, type PerformDeps, type PollResult, type StepContext } from "./perform-deps.ts";
import { nextRetryMs } from "./retry-policy.rules.ts";

const WORDS = {
  cancelled: "the provider has cancelled it",
  too_late: "it had ended at the provider: what it made is not fetched",
  impossible: "the provider cannot cancel it: what it makes is not fetched",
} as const;

interface Unwanted {
  readonly job: Job;
  readonly performerRevision: number;
  readonly isLate: boolean;
}

/** Cancels a job upstream: a job that ended here may still run there, and keeps its slot until the provider confirms. */
export const cancelAtProvider = async (
  deps: PerformDeps,
  unwanted: Unwanted,
  { signal }: StepContext,
): Promise<PollResult> => {
  const { job, performerRevision, isLate } = unwanted;
  const line = (text: string) => logLine(deps.clock(), text);
  if (job.externalId === null) {
    await abandonEnded(
      deps.db,
      job.id,
      line("it ended while it was being submitted: its slot is kept until its time is over"),
    );
    return DONE;
  }
  try {
    const { adapter } = await deps.openPerformer(job.performerId, job.performerVersion, performerRevision);
    const outcome = await adapter.cancel(job.externalId, signal);
    await deps.reached?.("provider told");
    await releaseEnded(deps.db, job.id, line(WORDS[outcome]));
    return DONE;
  } catch (error) {
    if (signal.aborted || !(error instanceof ProviderError || isForGood(error))) throw error;
    if (isLate || !(error instanceof ProviderError && error.isRetryable)) {
      await releaseEnded(deps.db, job.id, line(`the provider could not be told: ${error.message}`));
      return DONE;
    }
    const { retryAfterMs } = error;
    const inMs = nextRetryMs({ failures: job.failures, retryAfterMs, random: Math.random() });
    await postponeCancel(deps.db, job.id, inMs, line(`the provider could not be told yet: ${error.message}`));
    return again(inMs);
  }
};

/** Permanent errors, such as an undecryptable secret or a deleted performer: retrying cannot reach the provider. */
const isForGood = (error: unknown): error is DomainError =>
  error instanceof DomainError && (error.code === "conflict" || error.code === "not_found");
