import { ERROR_STATUS } from "@dailies/contract";
import { BoundedQueue } from "../../../platform/concurrency/bounded-queue.ts";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import type { ProcessingRunDeps } from "../processing-deps.ts";
import type { AttemptRef } from "../records/run-state.store.ts";
import { AttemptFailure, endAttempt, type JobSight, NOTHING_SEEN } from "./end-attempt.ts";
import { finishRun } from "./finish-run.ts";
import { FollowedFailure, followAttempt } from "./follow-attempt.ts";
import { prepareAttempt } from "./prepare-attempt.ts";
import { stopAttempt } from "./stop-attempt.ts";
import { submitAttempt } from "./submit-attempt.ts";

export interface ProcessingInput extends AttemptRef {
  readonly requestId: string;
}

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;
const UNEXPECTED = "the run stopped at an unexpected fault; retry it to go on with what is missing";

/** Whether the workflow goes on. A failure that has a name is recorded by the activity that finds it. */
export type Outcome = "go on" | "over";

/** Stops the job and ends the run. */
const cancel = async (deps: ProcessingRunDeps, ref: AttemptRef, signal: AbortSignal): Promise<Outcome> => {
  const { doubt, ...seen } = await stopAttempt(deps, ref, signal);
  await endAttempt(deps, ref, { ...seen, status: "Cancelled", fault: null, error: doubt });
  return "over";
};

/** Ends the run with a failure that has a name; other errors are tried again. */
const fail = async (
  deps: ProcessingRunDeps,
  ref: AttemptRef,
  error: unknown,
  signal: AbortSignal,
): Promise<Outcome> => {
  if (!(error instanceof AttemptFailure)) throw error;
  // A job that is given up must not go on: its next attempt would do the same parts.
  if (error.fault === "out_of_time" || error.fault === "cluster_silent") await stopAttempt(deps, ref, signal);
  const seen = error instanceof FollowedFailure ? error.seen : NOTHING_SEEN;
  await endAttempt(deps, ref, { ...seen, status: "Failed", fault: error.fault, error: error.message });
  return "over";
};

type Step = (signal: AbortSignal) => Promise<"go on" | "cancel" | "over">;

/** Each holds a part of a list in memory and reads a replica; the others wait for their turn. */
const LISTS_AT_ONCE = 2;

export const processDatasetActivities = (deps: ProcessingRunDeps) => {
  const lists = new BoundedQueue({ running: LISTS_AT_ONCE, waiting: Number.POSITIVE_INFINITY });
  const guarded = (ref: AttemptRef, act: Step): Promise<Outcome> =>
    withHeartbeat({ everyMs: HEARTBEAT_MS }, async (signal) => {
      try {
        const outcome = await act(signal);
        return outcome === "cancel" ? await cancel(deps, ref, signal) : outcome;
      } catch (error) {
        return fail(deps, ref, error, signal);
      }
    });

  return {
    /** Deterministic: a retry writes the same lists. */
    async prepareProcessing({ runId, attempt }: ProcessingInput): Promise<Outcome> {
      const ref = { runId, attempt };
      return guarded(ref, async (signal) => (await lists.run(() => prepareAttempt(deps, ref, signal))) ?? "over");
    },

    /** Idempotent: a retry finds the job that was submitted. */
    async submitProcessing({ runId, attempt }: ProcessingInput): Promise<Outcome> {
      const ref = { runId, attempt };
      return guarded(ref, (signal) => submitAttempt(deps, ref, signal));
    },

    /** Ends when the job does, and registers its output. */
    async followProcessing({ runId, attempt, requestId }: ProcessingInput): Promise<Outcome> {
      const ref = { runId, attempt };
      return guarded(ref, async (signal) => {
        const followed = await followAttempt(deps, ref, signal);
        if (followed.outcome !== "succeeded") return followed.outcome;
        await finishSeen(deps, ref, { seen: followed.seen, requestId });
        return "over";
      });
    },

    async failProcessing({ runId, attempt, code, message }: ProcessingInput & ActivityFault): Promise<void> {
      const isOurs = Object.hasOwn(ERROR_STATUS, code) && message !== "";
      const fault = code === "unavailable" ? "cluster_silent" : "unexpected";
      const end = { ...NOTHING_SEEN, status: "Failed", fault, error: isOurs ? message : UNEXPECTED } as const;
      await endAttempt(deps, { runId, attempt }, end);
    },
  };
};

/** What was seen of the job is kept also where its output is refused. */
const finishSeen = async (
  deps: ProcessingRunDeps,
  ref: AttemptRef,
  how: { readonly seen: JobSight; readonly requestId: string },
): Promise<void> => {
  try {
    await finishRun(deps, ref, how);
  } catch (error) {
    throw error instanceof AttemptFailure ? new FollowedFailure(error, how.seen) : error;
  }
};

export type ProcessDatasetActivities = ReturnType<typeof processDatasetActivities>;
