import { type Claim, claimJob } from "../jobs/job.store.ts";
import { cancelAtProvider } from "./cancel-at-provider.ts";
import { endJob } from "./end-job.ts";
import { again, DONE, type PerformDeps, type PollResult, type StepContext } from "./perform-deps.ts";
import { nextTryMs } from "./retry-policy.rules.ts";
import { submitAndPoll } from "./submit-and-poll.ts";

/** How long a worker without a heartbeat counts as alive. */
export const HOLD_S = 20;
const BUSY_ELSEWHERE_MS = 2_000;

const OVER_BUDGET = {
  code: "budget_stop",
  message: "the task's budget does not allow another call",
  isRetryable: true,
};
const DISABLED = { code: "performer_disabled", message: "the performer is switched off", isRetryable: true };

/** Performs one step of a job from its current state. Idempotent: safe to repeat after a crash and to run concurrently. */
export const performJob = async (deps: PerformDeps, jobId: string, step: StepContext): Promise<PollResult> => {
  const claim = await claimJob(deps.db, jobId, HOLD_S);
  if (!claim) return DONE;
  await deps.reached?.("slot taken");
  switch (claim.outcome) {
    case "taken":
      return submitAndPoll(deps, claim, step);
    case "ended":
      return claim.job.mustCancel ? cancelAtProvider(deps, claim, step) : DONE;
    case "busy":
      return again(Math.min(claim.waitMs, BUSY_ELSEWHERE_MS) + 50);
    case "no_slot":
    case "gated":
      return again(nextTryMs({ tries: step.tries, waitMs: claim.waitMs, random: Math.random() }));
    case "over_budget":
      return endWith(deps, claim, { status: "Cancelled", error: OVER_BUDGET, isNotStarted: true });
    case "disabled":
      return endWith(deps, claim, { status: "Failed", error: DISABLED, isNotStarted: true });
  }
};

const endWith = async (deps: PerformDeps, { job }: Claim, end: Parameters<typeof endJob>[2]): Promise<PollResult> => {
  // Another worker started the job at the same moment, so it is not finished.
  return (await endJob(deps, job, end)) ? DONE : again(500);
};
